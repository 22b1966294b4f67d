#!/bin/sh
# Creates the secrets that the files here use, each a file, once: existing ones stay. Keep a copy of master_key and
# temporal_codec_keys elsewhere: without them sealed data and runs are lost. To change master_key, write a list into its file
# (docs/runbook.md#master-key).
#   secrets.sh [folder] [host of PostgreSQL]   by default deploy/secrets/ and compose.yaml's
set -eu
umask 077
folder="${1:-$(dirname "$0")/secrets}"
host="${2:-postgres}"
mkdir -p "$folder"
make() { [ -s "$folder/$1" ] || printf '%s' "$2" >"$folder/$1"; }
make postgres_password "$(openssl rand -hex 24)"
# One account for the processes, one for migrations, one for people who only read (postgres/roles.sql).
address() { printf 'postgresql://payments_%s:%s@%s:5432/payments' "$1" "$(openssl rand -hex 24)" "$host"; }
make database_url "$(address serve)"
make database_url_migrate "$(address migrate)"
make database_url_read "$(address read)"
make master_key "$(openssl rand -hex 32)"
# Temporal's own account, if it has one (postgres/databases.sh).
make temporal_password "$(openssl rand -hex 24)"
make temporal_codec_keys "first:$(openssl rand -hex 32)"
# Each file is mounted separately into containers, which read it as users of their own; on this server only the owner can enter
# the folder.
chmod 444 "$folder"/*
echo "The secrets are in $folder."
