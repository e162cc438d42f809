#!/bin/sh
# Makes an authority of your own, and a certificate of it for Redis, in the folder `tls`, and passwords in `.env`.
# Names of the server: `redis`, `localhost`, and those given as arguments.
set -eu
cd "$(dirname "$0")"
umask 077
mkdir -p tls
names="DNS:redis,DNS:localhost,IP:127.0.0.1"
for name in "$@"; do names="$names,DNS:$name"; done

openssl req -x509 -newkey rsa:3072 -nodes -days 3650 -subj "/CN=Noether cluster" -keyout tls/ca.key -out tls/ca.crt
openssl req -newkey rsa:3072 -nodes -subj "/CN=redis" -keyout tls/redis.key -out tls/redis.csr
printf 'subjectAltName=%s\n' "$names" > tls/names
openssl x509 -req -in tls/redis.csr -CA tls/ca.crt -CAkey tls/ca.key -CAcreateserial -days 825 -extfile tls/names -out tls/redis.crt
rm tls/redis.csr tls/names
# The container runs as another user. The key of the authority stays unreadable.
chmod 755 tls
chmod 644 tls/ca.crt tls/redis.crt tls/redis.key

password=$(openssl rand -hex 24)
cat > .env <<END
NOETHER_REDIS_PASSWORD=$password
NOETHER_REDIS_URL=rediss://noether:$password@redis:6379
NOETHER_CLUSTER_SECRET=$(openssl rand -hex 24)
END
# Only this user, and only the keys of runs. Redis in its container reads the file as another user, so it has a digest only.
digest=$(printf %s "$password" | openssl dgst -sha256 -r | cut -d' ' -f1)
sed "s/>PASSWORD/#$digest/" users.acl.example > tls/users.acl
chmod 644 tls/users.acl
echo "tls/ and .env are made. Keep .env and tls/ca.key to yourself."
