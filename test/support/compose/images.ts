import { readFileSync } from "node:fs";
import { imageUser } from "../image/container.ts";

/** Defaults that the images of a compose file bring with them, as far as their documentation promises it. */
export interface Image {
  readonly user: number;
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Stands before the command. */
  readonly entry: readonly string[];
  readonly command: readonly string[];
  /** Folders of the user, which are empty, and which empty volumes take over. */
  readonly folders: readonly string[];
  /** Texts of its programs, by their paths. */
  readonly programs: Readonly<Record<string, string>>;
  /** Folders and files of this repository that are in its folder. */
  readonly files: readonly string[];
}

/** Where programs of images are, which have no other name than this. */
const path = "/image:/usr/sbin:/usr/bin:/sbin:/bin";
const base = { folder: "/", environment: { PATH: path }, entry: [], command: [], folders: [], programs: {}, files: [] };

/** Makes the database and its user at the first start, as the entry of MariaDB's image does. A variable that it has not is refused. */
const mariadbEntry = `#!/bin/sh
set -eu
for name in $(env | sed -n 's/^\\(MARIADB_[A-Z_]*\\)=.*/\\1/p'); do
  case $name in
    MARIADB_DATABASE | MARIADB_USER | MARIADB_PASSWORD_FILE | MARIADB_RANDOM_ROOT_PASSWORD) ;;
    *) echo "$name is unknown" >&2; exit 1 ;;
  esac
done
if [ ! -d /var/lib/mysql/mysql ]; then
  mariadb-install-db --no-defaults --datadir=/var/lib/mysql --auth-root-authentication-method=normal --skip-test-db >/dev/null
  cat >/run/mysqld/first.sql <<EOF
CREATE DATABASE \\\`$MARIADB_DATABASE\\\`;
CREATE USER '$MARIADB_USER'@'%' IDENTIFIED BY '$(cat "$MARIADB_PASSWORD_FILE")';
GRANT ALL ON \\\`$MARIADB_DATABASE\\\`.* TO '$MARIADB_USER'@'%';
CREATE USER healthcheck@'127.0.0.1';
EOF
  set -- "$@" --init-file=/run/mysqld/first.sql
fi
exec mariadbd --no-defaults --datadir=/var/lib/mysql --innodb-log-file-size=8M "$@"
`;

const mariadbCheck = `#!/bin/sh
for check; do
  case $check in --connect | --innodb_initialized) ;; *) exit 1 ;; esac
done
exec mariadb --no-defaults --protocol=tcp --host=127.0.0.1 --user=healthcheck --execute='SELECT 1'
`;

/** The configuration of the unprivileged image of nginx, into which it takes the folder of sites. */
const nginxConfiguration = `pid /tmp/nginx.pid;
error_log stderr;
events {}
http {
  access_log off;
  client_body_temp_path /tmp/client_temp;
  proxy_temp_path /tmp/proxy_temp;
  fastcgi_temp_path /tmp/fastcgi_temp;
  uwsgi_temp_path /tmp/uwsgi_temp;
  scgi_temp_path /tmp/scgi_temp;
  include /etc/nginx/conf.d/*.conf;
}
`;

/** Images by their names without the tag. */
const images: Readonly<Record<string, () => Image>> = {
  platonic: serviceImage,
  mariadb: () => ({
    ...base,
    user: 999,
    entry: ["/image/docker-entrypoint.sh"],
    folders: ["/var/lib/mysql", "/run/mysqld"],
    programs: { "/image/docker-entrypoint.sh": mariadbEntry, "/image/healthcheck.sh": mariadbCheck },
  }),
  "nginxinc/nginx-unprivileged": () => ({
    ...base,
    user: 101,
    entry: ["nginx", "-e", "stderr", "-g", "daemon off;"],
    programs: { "/etc/nginx/nginx.conf": nginxConfiguration },
  }),
  "prom/prometheus": () => ({
    ...base,
    user: 65534,
    folder: "/prometheus",
    entry: ["prometheus"],
    command: ["--config.file=/etc/prometheus/prometheus.yml", "--storage.tsdb.path=/prometheus"],
    folders: ["/prometheus"],
  }),
};

/** Returns an image; undefined for one whose program cannot be had here. */
export function imageOf(name: string): Image | undefined {
  return images[name.split(":")[0] as string]?.();
}

/** The image of the service as its Containerfile says, with the sources in place of what is compiled of them. */
function serviceImage(): Image {
  const [, stage = ""] = readFileSync("deploy/Containerfile", "utf8").split(`FROM \${BASE}\n`);
  const lines = stage.replaceAll("\\\n", "");
  const instruction = (name: string) => new RegExp(`^${name} (.*)$`, "m").exec(lines)?.[1] ?? "";
  const environment = [...instruction("ENV").matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value]);
  if (instruction("USER") !== `${imageUser}:${imageUser}`) throw new Error("the image has another user");
  return {
    ...base,
    user: imageUser,
    folder: instruction("WORKDIR"),
    environment: Object.fromEntries(environment),
    command: JSON.parse(instruction("CMD")) as string[],
    folders: ["/var/lib/platonic"],
    programs: { "/opt/platonic/bin/node": '#!/bin/sh\nexec /opt/platonic/node_modules/node/bin/node "$@"\n' },
    files: ["server", "gen", "clients", "node_modules", "package.json"],
  };
}
