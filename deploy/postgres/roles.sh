#!/bin/sh
# Creates the three roles of roles.sql, each with the password from its secret; safe to repeat, also to change a password:
#   roles.sh <folder of the secrets> [arguments for psql: host, user, database]
# as a user who may create roles. The secrets are database_url, database_url_migrate and database_url_read. If psql must run as
# another user than the one who may read them, set AS: AS='runuser -u postgres --'.
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
  # By standard input: everybody on this machine can see arguments.
  printf "alter role %s password '%s';\n" "$role" "$password" | psql "$@"
done
echo "The roles are there."
