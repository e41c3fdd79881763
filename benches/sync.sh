#!/usr/bin/env bash
# Times `cairn sync` of a repository against git reading the same history and the same blobs, in turn, in one run.
#
#   benches/sync.sh CAIRN SELECT [REPOSITORY [PAIRS]]
#
# CAIRN and SELECT are release builds of the program and of the example `select` of the crate manifest. REPOSITORY is
# a bare repository or a bundle; by default `gov.bundle` of $CAIRN_CORPUS. Prints one line a pair and the medians.
# git: git log --first-parent -m --raw --no-abbrev, and git cat-file --batch of the blobs that Cairn reads.
set -euo pipefail
export LC_ALL=C

cairn=$1
select=$2
repository=${3:-${CAIRN_CORPUS:?names the folder of the corpus}/gov.bundle}
pairs=${4:-5}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
git clone --quiet --bare "$repository" "$scratch/repository.git"
git() { command git -C "$scratch/repository.git" -c core.quotePath=false "$@"; }

history() { git log --first-parent -m --raw --no-abbrev; }
# A raw line is `:100644 100644 OLD NEW M<TAB>PATH`. Symlinks, submodules and removals have no content to read.
history | awk -F '\t' '/^:/ { split($1, part, " "); if (part[2] ~ /^100/) print part[4] "\t" $2 }' |
    "$select" | sort -u >"$scratch/blobs"
echo "$(git rev-list --count --first-parent HEAD) commits of the first-parent line, $(wc -l <"$scratch/blobs") blobs"

# Seconds that a command takes, by the wall clock.
seconds() {
    local TIMEFORMAT=%R
    { time "$@" >/dev/null 2>"$scratch/stderr"; } 2>&1 || { cat "$scratch/stderr" >&2; exit 1; }
}
with_git() { history && git cat-file --batch <"$scratch/blobs"; }
fresh() {
    rm -rf "$scratch/workspace"
    "$cairn" --workspace "$scratch/workspace" add repo "$scratch/repository.git" --name measured
    "$cairn" --workspace "$scratch/workspace" --quiet sync
}
again() { "$cairn" --workspace "$scratch/workspace" --quiet sync; }
ratio() { awk "BEGIN { printf \"%.3f\", $1 / $2 }"; }
median() { sort -n "$1" | awk '{ value[NR] = $1 } END { print value[int((NR + 1) / 2)] }'; }

with_git >/dev/null
fresh >/dev/null
for ((pair = 1; pair <= pairs; pair++)); do
    first=$(seconds fresh) theirs=$(seconds with_git) second=$(seconds again)
    ratio "$first" "$theirs" >>"$scratch/first" && echo >>"$scratch/first"
    ratio "$second" "$theirs" >>"$scratch/second" && echo >>"$scratch/second"
    echo "sync ${first} s, git ${theirs} s: $(tail -n 1 "$scratch/first"); second sync ${second} s: $(tail -n 1 "$scratch/second")"
done
echo "median: sync / git $(median "$scratch/first"), second sync / git $(median "$scratch/second")"
