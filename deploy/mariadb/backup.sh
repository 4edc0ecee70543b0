#!/bin/sh
# Backup and restore of Sandi's database on MariaDB or MySQL, by a server's own client programs.
#
#   backup.sh save                      a consistent copy while the service runs: BACKUP_FOLDER/sandi-<UTC>.sql.gz
#   backup.sh restore FILE              into an empty database, while no service runs
#   backup.sh restore --replace FILE    the same where there is something: that is saved first, then dropped
#   backup.sh restore --stopped FILE    where the user has no PROCESS privilege, so that it cannot see other users' connections:
#                                       you say that no service runs
#
# The database: DATABASE_HOST (127.0.0.1), DATABASE_PORT (3306), DATABASE_NAME, DATABASE_USER (sandi), and DATABASE_PASSWORD
# or the file that DATABASE_PASSWORD_FILE names. BACKUP_FOLDER is the present one unless told. BACKUP_KEEP (0: all): how many
# of the newest copies stay.
# TLS, as in DATABASE_URL: DATABASE_SSL_MODE is REQUIRED (encrypted only) or VERIFY_IDENTITY (the certificate is signed for this host);
# DATABASE_CA_FILE names the certificates of its authorities; with it the server is always verified.
set -eu
# Whoever reads a copy reads all accounts: it is for its owner only, as are the options with the password.
umask 077

host=${DATABASE_HOST:-127.0.0.1} port=${DATABASE_PORT:-3306}
name=${DATABASE_NAME:-sandi} user=${DATABASE_USER:-sandi}
folder=${BACKUP_FOLDER:-.} keep=${BACKUP_KEEP:-0}
work=$(mktemp -d)
partial=
trap 'rm -rf "$work" ${partial:+"$partial"}' EXIT
trap 'exit 1' HUP INT TERM

fail() {
  printf 'backup: %s\n' "$1" >&2
  exit 1
}

# In a file, since the words of a command are seen by everyone on the machine.
options() {
  if [ -n "${DATABASE_PASSWORD_FILE:-}" ]; then password=$(cat "$DATABASE_PASSWORD_FILE"); else
    password=${DATABASE_PASSWORD:?or DATABASE_PASSWORD_FILE}
  fi
  escaped=$(printf '%s' "$password" | sed 's/[\\"]/\\&/g')
  printf '[client]\nhost=%s\nport=%s\nuser=%s\npassword="%s"\nprotocol=tcp\ndefault-character-set=utf8mb4\n' \
    "$host" "$port" "$user" "$escaped" > "$work/options"
  tls >> "$work/options"
}

tls() {
  ca=${DATABASE_CA_FILE:-} verify=1
  case "${DATABASE_SSL_MODE:-${ca:+VERIFY_IDENTITY}}" in
    '') return 0 ;;
    REQUIRED) [ -n "$ca" ] || verify=0 ;;
    VERIFY_IDENTITY) ;;
    *) fail 'DATABASE_SSL_MODE must be REQUIRED or VERIFY_IDENTITY' ;;
  esac
  printf 'ssl=1\nssl-verify-server-cert=%s\n' "$verify"
  [ -z "$ca" ] || printf 'ssl-ca="%s"\n' "$ca"
}

client() { mariadb --defaults-file="$work/options" --batch --skip-column-names "$@"; }

is_whole() { gzip -t "$1" && gzip -dc "$1" | tail -n 1 | grep -q '^-- Dump completed'; }

save() {
  # To the millisecond, or two copies of one second would be one.
  file=$folder/sandi-$(date -u +%Y%m%dT%H%M%S.%3NZ).sql.gz
  partial=$file.partial
  # One snapshot of all tables, without a lock that a send would wait for.
  mariadb-dump --defaults-file="$work/options" --single-transaction --quick --skip-lock-tables --skip-add-locks \
    --no-tablespaces "$name" | gzip > "$partial"
  is_whole "$partial" || fail 'nothing was saved: the copy has no end'
  sync "$partial"
  mv "$partial" "$file"
  partial=
  forget
  printf '%s\n' "$file"
}

# The names have the order of time.
forget() {
  [ "$keep" -gt 0 ] || return 0
  find "$folder" -maxdepth 1 -name 'sandi-*.sql.gz' | sort -r | tail -n "+$((keep + 1))" | xargs -r rm -f --
}

# Without PROCESS a user sees only its own connections in the list; the service may use another user.
sees_all() {
  client --execute="SELECT COUNT(*) FROM information_schema.USER_PRIVILEGES WHERE PRIVILEGE_TYPE = 'PROCESS' AND GRANTEE = (
    SELECT CONCAT('''', SUBSTRING_INDEX(CURRENT_USER(), '@', 1), '''@''', SUBSTRING_INDEX(CURRENT_USER(), '@', -1), ''''))" |
    grep -qx 1
}

# A connection that was closed a moment ago may still be listed.
alone() {
  for _ in 1 2 3; do
    others=$(client --execute="SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE DB = '$name'")
    [ "$others" != 0 ] || return 0
    sleep 1
  done
  return 1
}

restore() {
  replace= stopped=
  while :; do
    case "${1:-}" in
      --replace) replace=1 ;;
      --stopped) stopped=1 ;;
      *) break ;;
    esac
    shift
  done
  wanted=${1:?name the file that save has written}
  is_whole "$wanted" || fail "$wanted is not whole"
  sees_all || [ -n "$stopped" ] || fail "$user cannot see whether others use $name: GRANT PROCESS ON *.* to it, or stop all services and add --stopped"
  alone || fail "$name is in use: stop the service first"
  tables=$(client --execute="SELECT COUNT(*) FROM information_schema.TABLES WHERE TABLE_SCHEMA = '$name'")
  if [ "$tables" != 0 ]; then
    [ -n "$replace" ] || fail "$name holds $tables tables: restore --replace saves them, and puts the copy in their place"
    # It may push out no older copy: the one that is wanted could be it.
    keep=0
    save
    client --execute="DROP DATABASE \`$name\`; CREATE DATABASE \`$name\` CHARACTER SET utf8mb4 COLLATE utf8mb4_bin"
  fi
  gzip -dc "$wanted" | client "$name" || fail "$name is restored in part: fix the error above, and restore --replace"
  printf 'restored %s: start the service, and check the books\n' "$wanted"
}

case "${1:-}" in
  save | restore)
    command=$1
    shift
    options
    "$command" "$@"
    ;;
  *)
    sed -n '2,16s/^# \{0,1\}//p' "$0" >&2
    exit 2
    ;;
esac
