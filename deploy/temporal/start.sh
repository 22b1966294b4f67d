#!/bin/sh
# Starts Temporal with the password in this file: start.sh <file>. The rest is in its environment (systemd/temporal.env).
set -eu
POSTGRES_PWD="$(cat "$1")"
export POSTGRES_PWD
exec temporal-server start
