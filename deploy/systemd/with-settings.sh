#!/bin/sh
# Runs a command on this server, as root, with the settings and secrets that the units give to the processes:
#   deploy/systemd/with-settings.sh npm run doctor
# A migration gets the account that owns the tables, as in its unit: npm run migrate -- --restored.
# A setting is everything after its `=`, unchanged: write no quotes in /etc/payments/*.env.
set -eu
cd "$(dirname "$0")/../.."
settings="${SETTINGS:-/etc/payments}"
for file in "$settings/payments.env" "$settings/operators.env"; do
  [ -e "$file" ] || continue
  while IFS= read -r line || [ -n "$line" ]; do
    case "$line" in [A-Z]*=*) export "${line?}" ;; esac
  done <"$file"
done
export NODE_ENV=production
case " $* " in
*' migrate '* | *' db/migrate-main.ts '*) account=database_url_migrate ;;
*) account=database_url ;;
esac
export DATABASE_URL_FILE="$settings/secrets/$account"
export MASTER_KEY_FILE="$settings/secrets/master_key"
export TEMPORAL_CODEC_KEYS_FILE="$settings/secrets/temporal_codec_keys"
exec "$@"
