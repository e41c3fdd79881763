#!/bin/sh
# Opens the real window on a demo workspace, under a virtual display, and uses it as a reader does.
#
#   tests/e2e/run.sh [CAIRN [CAIRN_DESKTOP]]
#
# The two programs may also be named by $CAIRN and $CAIRN_DESKTOP; the default is what cargo built last.
# $CAIRN_E2E_WORKSPACE names a ready workspace, which is copied; without it `cairn demo` makes one.
# $CAIRN_E2E_OUT names the folder for screenshots (default: target/e2e).
# Needs: Node, Xvfb, WebKitWebDriver (Debian: xvfb webkit2gtk-driver).
set -eu

root=$(cd "$(dirname "$0")/../.." && pwd)
target=${CARGO_TARGET_DIR:-$root/target}
newest() { ls -t "$target/debug/$1" "$target/release/$1" 2>/dev/null | head -n 1; }

cairn=${1:-${CAIRN:-$(newest cairn)}}
desktop=${2:-${CAIRN_DESKTOP:-$(newest cairn-desktop)}}
out=${CAIRN_E2E_OUT:-$target/e2e}

for program in "$cairn" "$desktop"; do
    [ -x "$program" ] || { echo "e2e: no program at '$program'; build it first" >&2; exit 2; }
done
for tool in node xvfb-run WebKitWebDriver; do
    command -v "$tool" >/dev/null || { echo "e2e: $tool is missing" >&2; exit 2; }
done

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT INT TERM
mkdir -p "$out"
if [ -n "${CAIRN_E2E_WORKSPACE:-}" ]; then
    cp -R "$CAIRN_E2E_WORKSPACE" "$scratch/workspace"
else
    "$cairn" --workspace "$scratch/workspace" --quiet demo >/dev/null
fi

# A home of its own: settings of the person who runs this do not count and are not touched.
# Screenshots hang with either of the WEBKIT_DISABLE variables.
env -u WEBKIT_DISABLE_DMABUF_RENDERER -u WEBKIT_DISABLE_COMPOSITING_MODE -u WAYLAND_DISPLAY \
    HOME="$scratch/home" XDG_DATA_HOME="$scratch/home/data" XDG_CACHE_HOME="$scratch/home/cache" \
    XDG_CONFIG_HOME="$scratch/home/config" GDK_BACKEND=x11 NO_AT_BRIDGE=1 \
    timeout --kill-after=10 300 \
    xvfb-run -a -s "-screen 0 1400x1000x24 -nolisten tcp" \
    node "$root/tests/e2e/window.mjs" "$cairn" "$desktop" "$scratch/workspace" "$out"
echo "screenshots: $out"
