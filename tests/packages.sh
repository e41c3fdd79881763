#!/bin/sh
# Installs the Debian packages that are named and missing. Elsewhere it says what is needed and goes on.
set -eu

command -v dpkg-query >/dev/null || {
    echo "not a Debian system; these packages, by whatever name, are needed: $*" >&2
    exit 0
}
missing=
for package in "$@"; do
    case $(dpkg-query --show --showformat='${Status}' "$package" 2>/dev/null || true) in
        "install ok installed") ;;
        *) missing="$missing $package" ;;
    esac
done
[ -n "$missing" ] || exit 0

as_root=
[ "$(id -u)" = 0 ] || as_root=sudo
echo "installing:$missing" >&2
export DEBIAN_FRONTEND=noninteractive
$as_root apt-get -qq update
# shellcheck disable=SC2086 # the list is meant to be split
$as_root apt-get -qq install -y --no-install-recommends $missing >/dev/null
