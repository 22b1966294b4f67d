#!/bin/sh
# Makes the three roles of roles.sql, each with the password of its secret; safe to repeat, and how a password is changed:
#   roles.sh <folder of the secrets> [what psql is to be told: host, user, database]
# as who may make roles. The secrets are database_url, database_url_migrate and database_url_read. Where psql must run as
# another user than the one who may read them, AS says how: AS='runuser -u postgres --'.
set -eu
folder="$1"
shift
here="$(dirname "$0")"
psql() { ${AS:-command} psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 "$@"; }
psql "$@" <"$here/roles.sql"
for secret in database_url database_url_migrate database_url_read; do
  url="$(cat "$folder/$secret")"
  role="$(printf '%s' "$url" | sed -n 's|^[a-z]*://\([^:@/]*\):.*|\1|p')"
  password="$(printf '%s' "$url" | sed -n 's|^[a-z]*://[^:@/]*:\([^@/]*\)@.*|\1|p')"
  case "$role" in payments_migrate | payments_serve | payments_read) ;; *)
    echo "$folder/$secret is not the address of one of the three roles, with a password." >&2
    exit 1
    ;;
  esac
  # By its input: an argument is seen by everybody on this machine.
  printf "alter role %s password '%s';\n" "$role" "$password" | psql "$@"
done
echo "The roles are there."
