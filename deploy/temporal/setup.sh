#!/bin/sh
# Makes or updates Temporal's own two databases beside ours; safe to repeat.
set -eu
SQL_PASSWORD="$(cat /run/secrets/postgres_password)"
export SQL_PASSWORD
tool() { temporal-sql-tool --plugin postgres12 --ep postgres --port 5432 --user payments "$@"; }
for each in temporal:temporal temporal_visibility:visibility; do
  database="${each%%:*}"
  schema="/etc/temporal/schema/postgresql/v12/${each##*:}/versioned"
  tool --db "$database" create || echo "$database is there."
  tool --db "$database" setup-schema -v 0.0 || echo "$database has its schema."
  tool --db "$database" update-schema -d "$schema"
done
