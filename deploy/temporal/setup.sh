#!/bin/sh
# Makes or updates Temporal's own two databases; safe to repeat.
#   setup.sh [file of the password]   of the account SQL_USER at SQL_HOST; by default as in compose.yaml
set -eu
SQL_PASSWORD="$(cat "${1:-/run/secrets/postgres_password}")"
export SQL_PASSWORD
tool() { temporal-sql-tool --plugin postgres12 --ep "${SQL_HOST:-postgres}" --port 5432 --user "${SQL_USER:-payments}" "$@"; }
for each in temporal:temporal temporal_visibility:visibility; do
  database="${each%%:*}"
  schema="postgresql/v12/${each##*:}"
  tool --db "$database" create || echo "$database is there."
  tool --db "$database" setup-schema -v 0.0 || echo "$database has its schema."
  tool --db "$database" update-schema --schema-name "$schema"
done
