#!/bin/bash
# A run on nodes of a Slurm cluster: a worker on each core, and Redis on the first node for as long as the job lasts.
#
#   sbatch --nodes 4 deploy/slurm.sh examples/seq/german.seq -D N=6
#
# Redis is without TLS: the network between the nodes must be one that you trust.
#
#SBATCH --job-name=noether
#SBATCH --ntasks-per-node=16
#SBATCH --cpus-per-task=1
#SBATCH --mem-per-cpu=4G
#SBATCH --time=04:00:00
set -euo pipefail
[ $# -gt 0 ] || { echo "usage: sbatch $0 MODEL [options of noether cluster check]" >&2; exit 2; }
noether=${NOETHER:-noether}
port=${NOETHER_REDIS_PORT:-6379}
work=$(mktemp -d)
umask 077

# The password is in files and in the environment, never on a command line.
password=$(openssl rand -hex 24)
NOETHER_CLUSTER_SECRET=$(openssl rand -hex 24)
NOETHER_REDIS_URL="redis://noether:$password@$(hostname -f):$port"
export NOETHER_CLUSTER_SECRET NOETHER_REDIS_URL
cat > "$work/redis.conf" <<END
port $port
bind 0.0.0.0
dir $work
save ""
maxmemory 8gb
maxmemory-policy noeviction
user default off
user noether on >$password resetkeys ~noether:* resetchannels -@all +ping +info +select +cluster|slots +cluster|shards +cluster|nodes +cluster|info +get +mget +set +del +pexpire +sadd +srem +smembers +xadd +xread +xlen +xtrim
END
redis-server "$work/redis.conf" > "$work/redis.log" &
redis=$!
trap 'kill "$redis" 2>/dev/null || true; rm -rf "$work"' EXIT
until grep -q "Ready to accept connections" "$work/redis.log"; do
  kill -0 "$redis" 2>/dev/null || { cat "$work/redis.log" >&2; exit 2; }
  sleep 0.1
done

# One task less: the starter has a core too.
workers=$((SLURM_NTASKS - 1))
srun --ntasks="$workers" --export=ALL --kill-on-bad-exit=0 "$noether" worker --once --max-memory 3G &
tasks=$!
"$noether" cluster check "$@" --workers "$workers" && code=0 || code=$?
# If there was no run, as for a model with an error, the workers wait for one.
kill "$tasks" 2>/dev/null || true
wait "$tasks" || true
exit "$code"
