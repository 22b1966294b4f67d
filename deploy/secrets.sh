#!/bin/sh
# Makes the secrets that compose.yaml hands over, each a file in deploy/secrets/, once: what is there stays. Keep a copy of
# master_key and temporal_codec_keys elsewhere: without them sealed data and runs are lost. To change master_key, write a list
# into its file (docs/runbook.md#master-key).
set -eu
umask 077
folder="$(dirname "$0")/secrets"
mkdir -p "$folder"
make() { [ -s "$folder/$1" ] || printf '%s' "$2" >"$folder/$1"; }
make postgres_password "$(openssl rand -hex 24)"
# One account for the processes, one for migrations, one for people who look (postgres/roles.sql).
address() { printf 'postgresql://payments_%s:%s@postgres:5432/payments' "$1" "$(openssl rand -hex 24)"; }
make database_url "$(address serve)"
make database_url_migrate "$(address migrate)"
make database_url_read "$(address read)"
make master_key "$(openssl rand -hex 32)"
make temporal_codec_keys "first:$(openssl rand -hex 32)"
# Containers, in which each is mounted by itself, read them as users of their own; on this server nobody gets through the folder.
chmod 444 "$folder"/*
echo "The secrets are in $folder."
