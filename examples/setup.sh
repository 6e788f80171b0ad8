# Common code of the run scripts. A script sets `most`, its maximum number of arguments, and sources
# this file, which sets `here`, `data` and `sg_run`. Wrong usage prints one line and exits with 2.
set -e
here=$(dirname "$0")
data=$here/../data

refuse() {
  echo "$1 (usage: $(sed -n 's/^# Usage: //p' "$0"))" >&2
  exit 2
}

# count TEXT: prints TEXT, which must be a positive integer.
count() {
  case "$1" in
    *[!0-9]* | "" | 0*) refuse "'$1' is not a positive integer" ;;
  esac
  echo "$1"
}

# folder PATH: creates the folder if it does not exist, and prints PATH.
folder() {
  mkdir -p "$1" 2>/dev/null && [ -w "$1" ] || refuse "cannot write to the folder '$1'"
  echo "$1"
}

# find_tool VARIABLE NAME: prints the path of a tool. If the variable is not set, searches for NAME
# in the build folders of this checkout and on the PATH.
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
