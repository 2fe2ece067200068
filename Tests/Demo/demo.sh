#!/bin/sh
# The main job, on a database of its own: doors and keys go in, a phone's shortcut set comes out,
# a recorded morning of taps is decided, two taps are sent now, and the log tells it all.
# usage: demo.sh PROGRAM
set -eu
program=$1
recordings=$(dirname "$0")/../Recordings
KEYWAY_DATABASE=$(mktemp -d)/demo.db
export KEYWAY_DATABASE
trap 'rm -rf "$(dirname "$KEYWAY_DATABASE")"' EXIT

# Shows a command as a person would type it, then runs it; the first argument is the exit status
# that it must have.
show() {
  expected=$1
  shift
  printf '\n\033[1m$ keyway' ; printf ' %s' "$@" ; printf '\033[0m\n'
  status=0
  "$program" "$@" || status=$?
  if [ "$status" != "$expected" ]; then
    echo "demo: that ended with $status, not $expected" >&2
    exit 1
  fi
}

echo "1. Doors, keys and phones go into a SQLite store."
show 0 import "$recordings/smart-lock.site.json"
show 0 door list
show 0 key list
printf '\n2. The phone gets its home-screen shortcuts.\n'
show 0 shortcut issue phone-1
printf '\n3. A recorded morning of taps is decided on a copy; no lock is told anything.\n'
show 0 tap replay "$recordings/smart-lock.taps.jsonl"
printf '\n4. Two taps now: one opens the door, one is refused because its key was revoked.\n'
show 0 tap send keyway://unlock/kfront --device phone-1
show 1 tap send keyway://unlock/kold --device phone-1
printf '\n5. The log tells it, and every entry is as it was written.\n'
show 0 audit list
show 0 audit verify
