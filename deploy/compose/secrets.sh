#!/bin/sh
# Makes the secrets of compose.yaml in a folder, each once, and for the user of the one container that reads it alone.
# usage: secrets.sh FOLDER
set -eu
umask 077
cd "$1"

random() { od -An -N 32 -t x1 /dev/urandom | tr -d ' \n'; }

# secret NAME USER VALUE: a file that is there is complete, and stays.
secret() {
  if [ -e "$1" ]; then return; fi
  printf '%s' "$3" >"$1.new"
  chmod 0400 "$1.new"
  chown "$2:$2" "$1.new"
  mv "$1.new" "$1"
}

# Users of the images of MariaDB, of the service and of Grafana.
mariadb=999
platonic=10001
grafana=472
secret database-password "$mariadb" "$(random)"
secret database-url "$platonic" "mysql://platonic:$(cat database-password)@mariadb:3306/platonic"
secret vault-passphrase "$platonic" "$(random)"
secret operator-key "$platonic" "$(random)"
secret grafana-password "$grafana" "$(random)"
chmod 0755 .
