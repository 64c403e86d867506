#!/bin/sh
# Runs the shards of a plan as a Slurm job array, and merges them in a job that waits for it.
#
#     bitcover shard plan tetris-cube --shards 16 --output plan.json
#     scripts/cluster/slurm_shards.sh plan.json parts tetris --time=01:00:00 --cpus-per-task=4
#
# A plan of sweeps (`shard plan --engine frontier`) goes the same way; give each shard memory, such as
# --mem=16G, of which it takes 70%. OUTPUT then has the report alone.
#
# PLAN, the directory PARTS for what shards save and the new directory OUTPUT for the result are on a
# file system that all nodes see. What follows is handed on to sbatch for the array: at least a time
# limit of more than two minutes, where the site wants one. BITCOVER names the program.
#
# A minute or two before the time limit a shard is stopped, saves what it has, and is put in the queue again;
# a node that fails or is taken away has its shards requeued by Slurm. Either way the shard goes on
# where it was. So does this command, when it is repeated.
set -eu

if [ $# -lt 3 ]; then
    echo "usage: $0 PLAN PARTS OUTPUT [SBATCH OPTIONS]" >&2
    exit 2
fi
plan=$(realpath -e "$1")
parts=$(realpath -m "$2")
output=$(realpath -m "$3")
shift 3
bitcover=$(command -v "${BITCOVER:-bitcover}") || {
    echo "$0: there is no program ${BITCOVER:-bitcover}; name it in BITCOVER" >&2
    exit 2
}
bitcover=$(realpath "$bitcover")
# Each shard of the plan begins with the estimate of its work, and nothing else in the plan does.
shards=$(grep -o '{"nodes":' "$plan" | wc -l)
if [ "$shards" -eq 0 ]; then
    echo "$0: $plan is no plan of shards" >&2
    exit 3
fi
last=$((shards - 1))
mkdir -p "$parts"
export BITCOVER="$bitcover" PLAN="$plan" PARTS="$parts" OUTPUT="$output"

array=$(sbatch --parsable --requeue --open-mode=append --signal=B:TERM@60 --job-name=bitcover \
    --array="0-$last" --output="$parts/slurm-%A_%a.log" "$@" <<'JOB'
#!/bin/sh
"$BITCOVER" shard run "$PLAN" --index "$SLURM_ARRAY_TASK_ID" --output "$PARTS" \
    --threads "${SLURM_CPUS_PER_TASK:-1}" &
shard=$!
trap 'kill -TERM $shard' TERM
wait $shard
code=$?
# The trap ends the first wait; the second one has the exit code.
if [ $code -gt 128 ]; then
    wait $shard
    code=$?
fi
if [ $code -eq 143 ]; then
    exec scontrol requeue "$SLURM_JOB_ID"
fi
exit $code
JOB
)
array=${array%%;*}
merge=$(sbatch --parsable --job-name=bitcover-merge --dependency="afterok:$array" \
    --kill-on-invalid-dep=yes --output="$parts/slurm-merge-%j.log" <<'JOB'
#!/bin/sh
exec "$BITCOVER" shard merge "$PLAN" "$PARTS" --output "$OUTPUT" --json
JOB
)
echo "array $array, shards 0 to $last; merge ${merge%%;*}, into $output"
