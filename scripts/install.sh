#!/usr/bin/env bash
# Installs what `make run`, `make build`, `make run-cluster`, `make test` or `make bench-gallery` needs and this machine
# lacks: `install.sh run|build|cluster|test|bench`, and with `packages` of what `make test` needs the part that apt has.
# Can be run again and again; when nothing is missing it does nothing and asks no server.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/lib.sh

purpose=${1:-run}
run_packages=(libsqlite3-dev libvips-dev pkg-config zlib1g-dev)
# Newer Debian has the codecs of AVIF and HEIC in packages of their own, which libvips only recommends.
codec_packages=(libheif-plugin-dav1d libheif-plugin-aomenc libheif-plugin-libde265)
# What ErrandsPostgres stands on, which Gallery on one machine does without.
build_packages=(libpq-dev)
cluster_packages=(nginx postgresql)
test_packages=(chromium-headless-shell openssl postgresql python3 python3-venv python3-pip)
# What Gallery is measured beside, and what asks.
bench_packages=(libnginx-mod-http-image-filter nginx python3 python3-venv python3-pip wrk)

is_installed() {
  [[ $(dpkg-query --show --showformat='${db:Status-Abbrev}' "$1" 2>/dev/null) == ii* ]]
}

# Which of these this system has and this machine lacks.
missing_codecs() {
  local package
  for package in "${codec_packages[@]}"; do
    is_installed "$package" || ! apt-cache show "$package" >/dev/null 2>&1 || echo "$package"
  done
}

install_packages() {
  local missing=() package as_root=()
  for package in "$@"; do
    is_installed "$package" || missing+=("$package")
  done
  ((${#missing[@]})) || [[ $(missing_codecs) ]] || return 0

  heading "Installing with apt-get: ${missing[*]} $(missing_codecs | paste -sd ' ')"
  if ((EUID != 0)); then
    need sudo "Run this as root, or install by hand: ${missing[*]}"
    as_root=(sudo)
  fi
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update -qq
  # What there is of them is known from here on.
  mapfile -t -O "${#missing[@]}" missing < <(missing_codecs)
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "${missing[@]}"
}

# The stamp is a copy of the requirements, written last: an installation that broke off is done again.
install_environment() {
  local environment=$1 requirements=$2
  local stamp=$environment/requirements.txt
  if [[ -x $environment/bin/python ]] && cmp -s "$requirements" "$stamp"; then return 0; fi

  heading "Installing into $environment what $requirements lists: $(tr '\n' ' ' <"$requirements")"
  python3 -m venv --clear "$environment"
  "$environment/bin/pip" install --quiet --disable-pip-version-check --requirement "$requirements"
  cp "$requirements" "$stamp"
}

# A program that is there already needs none.
[[ $purpose == run && ${GALLERY_BIN:-} ]] || need_swift
case $purpose in
  run) packages=("${run_packages[@]}") ;;
  build) packages=("${run_packages[@]}" "${build_packages[@]}") ;;
  cluster) packages=("${run_packages[@]}" "${build_packages[@]}" "${cluster_packages[@]}") ;;
  test | packages) packages=("${run_packages[@]}" "${build_packages[@]}" "${test_packages[@]}") ;;
  bench) packages=("${run_packages[@]}" "${bench_packages[@]}") ;;
  *) fail "unknown purpose \"$purpose\": say run, build, cluster, test, packages or bench." ;;
esac
if command -v dpkg-query >/dev/null; then
  install_packages "${packages[@]}"
else
  echo "This is not a Debian system: these must be there already: ${packages[*]}"
fi
case $purpose in
  test) install_environment .venv Gallery/Tests/Browser/requirements.txt ;;
  bench) install_environment .venv-bench Benchmarks/requirements.txt ;;
esac
