#!/bin/sh
# Checks the model of a command's life: every claim holds, the model does what a house does, and no
# guard is idle, since its claim fails without it. Says one line for each. With the name of a guard
# it tells how the claim fails then. Needs spin and a C compiler.
# usage: check.sh [GUARD]
set -eu
folder=$(cd "$(dirname "$0")" && pwd)
model=$folder/../../Sources/KeywayService/Documentation.docc/command.pml

# Lines of a guard and the claim that it is for.
guards() { sed -n 's|^#define \([A-Z_]*\) [0-9]* /\* \([a-z_]*\): .*|\1 \2|p' "$model"; }
claims() { sed -n 's/^ltl \([a-z_]*\) .*/\1/p' "$model"; }

# What spin is told of the house in which a claim is checked.
house() {
  case $1 in
    all_laws) echo -DTAPS=3 -DVERBS=1 -DFILE_FAILURES=0 ;;
    settles) echo -DVERBS=1 -DLAST_TAP=1 ;;
  esac
}

# Whether a claim is about what happens at last: then cycles are looked for, and fairness counts.
for_compiler() { [ "$1" = settles ] || echo -DSAFETY; }
for_verifier() { [ "$1" != settles ] || echo -a -f; }
# Too deep a search is an error.
deep='-b -m10000'

# Makes a verifier. Options are several words, which is why they are not quoted here and below.
# usage: build NAME SPIN-OPTIONS CC-OPTIONS
# shellcheck disable=SC2086
build() (
  mkdir -p "$work/$1"
  cd "$work/$1"
  { spin $2 -a "$model" && ${CC:-cc} -w $3 -o verifier pan.c; } >output 2>&1 && return
  cat output >&2
  return 1
)

# Looks for a way on which a claim fails.
# usage: search NAME CLAIM VERIFIER-OPTIONS
# shellcheck disable=SC2086
search() {
  cd "$work/$1"
  mkdir -p "$2"
  cd "$2"
  ../verifier -w22 $3 -N "$2" >output 2>&1 || true
}

has_failed() { grep -q -e 'assertion violated  !(' -e 'acceptance cycle (' output; }
# A search that ended early has shown nothing.
has_held() { grep -q 'errors: 0$' output && ! grep -q -e 'not completed' -e 'too small' output; }

# What happens on the way that was found.
# usage: tell SPIN-OPTIONS
# shellcheck disable=SC2086
tell() {
  spin $1 -T -t -k command.pml.trail "$model" 2>/dev/null \
    | grep -E '^(process|command|tap|the lock|tick|key) '
}

# usage: say WHAT WORDS
say() {
  states=$(sed -n 's/^ *\([0-9.e+]*\) states, stored.*/\1/p' output)
  seconds=$(sed -n 's/.*elapsed time \([0-9.]*\) seconds/\1/p' output)
  printf '%-18s %-24s %8s states %6s s\n' "$1" "$2" "$states" "${seconds:-0}"
}

# usage: complain WORDS SPIN-OPTIONS
complain() {
  echo "check-model: $1" >&2
  if has_failed; then tell "$2" >&2; else cat output >&2; fi
  return 1
}

# usage: check KIND NAME [CLAIM]
check() {
  case $1 in
    verifier) build "$2" "$(house "$2")" "-O2 $(for_compiler "$2")" ;;
    claim)
      search "$3" "$2" "$deep $(for_verifier "$2")"
      has_held || complain "$2 does not hold" "$(house "$3")"
      say "$2" holds ;;
    lack)
      search laws "$2" "$deep"
      has_failed || complain "$2 holds: too little happens in the model" ''
      say "${2#lacks_}" happens ;;
    guard)
      build "$2" "-DBREAK=$2" "$(for_compiler "$3")"
      search "$2" "$3" "$deep $(for_verifier "$3")"
      has_failed || complain "$3 does not fail without $2" "-DBREAK=$2"
      say "without $2" "$3 fails" ;;
  esac
}

# Each claim needs a guard for which it fails: what cannot fail shows nothing.
check_table() {
  for claim in $(claims); do
    case $claim in all_laws | lacks_*) continue ;; esac
    guards | grep -q " $claim\$" || { echo "check-model: no guard is for $claim" >&2; return 1; }
  done
}

verifiers() { printf 'verifier %s\n' laws all_laws settles; }
searches() {
  for claim in settles all_laws; do echo claim $claim $claim; done
  for claim in $(claims); do
    case $claim in
      settles | all_laws) ;;
      lacks_*) echo lack "$claim" ;;
      *) echo claim "$claim" laws ;;
    esac
  done
  guards | sed 's/^/guard /'
}

# Runs several checks at a time; fails when one does.
run() { xargs -P "$(nproc)" -L 1 sh "$0" --check; }

# usage: explain GUARD
explain() {
  claim=$(guards | sed -n "s/^$1 //p")
  [ -n "$claim" ] || { echo "check-model: there is no guard $1" >&2; exit 64; }
  build "$1" "-DBREAK=$1" "-O2 -DREACH $(for_compiler "$claim")"
  # A short way is the better story.
  for depth in 15 20 25 30 35 40 50 60 80 100 200; do
    search "$1" "$claim" "-m$depth $(for_verifier "$claim")"
    has_failed && break
  done
  has_failed || complain "$claim does not fail without $1" ''
  echo "Without $1 $claim fails:"
  tell "-DBREAK=$1"
}

if [ "${1-}" = --check ]; then
  shift
  check "$@"
  exit
fi
work=$(mktemp -d)
export work
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
if [ $# -gt 0 ]; then
  explain "$1"
else
  check_table
  verifiers | run
  searches | run
fi
