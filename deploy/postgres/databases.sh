#!/bin/sh
# Creates the databases and accounts in the PostgreSQL of this server, as root: ours, and Temporal's two; safe to repeat.
#   databases.sh <folder of the secrets>
set -eu
folder="$1"
here="$(cd "$(dirname "$0")" && pwd)"
# Root reads the secrets, and PostgreSQL's own user needs no password.
AS='runuser -u postgres --'
export AS
cd /
ask() { $AS psql --no-psqlrc --quiet --tuples-only --no-align --set ON_ERROR_STOP=1 "$@"; }
database() {
  [ "$(ask --command "select 1 from pg_database where datname = '$1'")" = 1 ] ||
    ask --command "create database $1 owner $2"
}

[ "$(ask --command "select 1 from pg_roles where rolname = 'temporal'")" = 1 ] || ask --command 'create role temporal login'
# By standard input: everybody on this machine can see arguments.
printf "alter role temporal password '%s';\n" "$(cat "$folder/temporal_password")" | ask
database temporal temporal
database temporal_visibility temporal
database payments postgres
sh "$here/roles.sh" "$folder" payments
