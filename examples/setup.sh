# What the run scripts share; each sets `most`, the number of its arguments, and
# sources this. Sets `here`, `data` and `sg_run`. Wrong usage ends with one line
# and exit code 2.
set -e
here=$(dirname "$0")
data=$here/../data

refuse() {
  echo "$1 (usage: $(sed -n 's/^# Usage: //p' "$0"))" >&2
  exit 2
}

# count TEXT: the text, which must be a whole number above 0.
count() {
  case "$1" in
    *[!0-9]* | "" | 0*) refuse "'$1' is no count" ;;
  esac
  echo "$1"
}

# folder PATH: the path, a folder that is made if there is none.
folder() {
  mkdir -p "$1" 2>/dev/null && [ -w "$1" ] || refuse "cannot write to the folder '$1'"
  echo "$1"
}

# find_tool VARIABLE NAME: what the variable says, else the tool of that name in a
# build folder of this checkout, or on the PATH.
find_tool() {
  root=$(cd "$here/../.." && pwd)
  eval "named=\${$1-}"
  for candidate in ${named:+"$named"} "$root/build/bin/$2" "$root/build-dev/bin/$2" "$2"; do
    command -v "$candidate" && return
    [ "$candidate" != "$named" ] || refuse "$1 is '$named', which cannot be run"
  done
  refuse "there is no $2: build the project, or set $1 to where it is"
}

case "${1-}" in
  -h | --help) sed -n '2,/^# Usage/s/^# //p' "$0"; exit ;;
esac
[ $# -le "$most" ] || refuse "there are more than $most arguments"
sg_run=$(find_tool SG_RUN sg-run)
