#!/bin/sh
# A master key may be known to others: replaces it while everything runs (docs/runbook.md#master-key). Prints what it did and how
# long each step took. Keys are read from files and never printed.
#   OLD_KEY=/run/keys/old  a file with the old key
#   NEW_KEY=/run/keys/new  a file with the new key; created here (openssl rand -hex 32) if it does not exist
#   APPLY='…'              gives all processes the MASTER_KEY from its environment, restarting them one after the other
#   ROTATE='…'             npm run rotate-master-key
#   READY=http://…/readyz  where an API says that it is ready
set -eu
: "${OLD_KEY:?}" "${NEW_KEY:?}" "${APPLY:?}" "${ROTATE:?}" "${READY:?}"
since="$(date +%s)"
say() { echo "$(($(date +%s) - since)) s: $*"; }
apply() {
  MASTER_KEY="$1" sh -c "$APPLY"
  sh "$(dirname "$0")/until-ready.sh" "$READY"
}

[ -f "$NEW_KEY" ] || (umask 077 && openssl rand -hex 32 >"$NEW_KEY")
old="$(cat "$OLD_KEY")"
new="$(cat "$NEW_KEY")"
if [ "$old" = "$new" ]; then
  echo "NEW_KEY is the old key: nothing was changed." >&2
  exit 1
fi
apply "$old,$new"
say "all processes open what either key sealed"
apply "$new,$old"
say "all processes seal under the new key"
MASTER_KEY="$new,$old" sh -c "$ROTATE"
say "everything is sealed under the new key"
apply "$new"
say "the old key opens nothing any more. Keep it with the backups that were made under it, and with nothing else"
