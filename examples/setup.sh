# What the run scripts share; each sets `most`, the number of its arguments, and
# sources this. Sets `here`, `data` and `sg_run`. Wrong usage ends with one line
# and exit code 2.
set -e
here=$(cd "$(dirname "$0")" && pwd)
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

# $SG_RUN, a build folder of this checkout, or the PATH.
find_sg_run() {
  root=$(cd "$here/../.." && pwd)
  for candidate in ${SG_RUN:+"$SG_RUN"} "$root/build/bin/sg-run" "$root/build-dev/bin/sg-run" sg-run; do
    command -v "$candidate" && return
    [ "$candidate" != "$SG_RUN" ] || refuse "SG_RUN is '$SG_RUN', which cannot be run"
  done
  refuse "there is no sg-run: build the project, or set SG_RUN to where it is"
}

case "${1-}" in
  -h | --help) sed -n '2,/^# Usage/s/^# //p' "$0"; exit ;;
esac
[ $# -le "$most" ] || refuse "there are more than $most arguments"
sg_run=$(find_sg_run)
