#!/usr/bin/env bash
# Installs Gallery below PREFIX (/usr/local): program, page, manual page, and a unit for systemd. What is installed needs
# neither the build's folder nor Swift. With DESTDIR everything is put below that first, as packagers want it; with
# GALLERY_BIN that program is installed instead of one that is built for it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/lib.sh

prefix=${PREFIX:-/usr/local}
[[ $prefix == /* ]] || fail "PREFIX=$prefix is no absolute path; give one, as in: make install PREFIX=$PWD/$prefix"
[[ $prefix != *[[:space:]]* ]] || fail "PREFIX=$prefix has a space in it, which systemd would take for two words."
[[ $prefix != *[\&%\|\\\$\"\']* ]] || fail "PREFIX=$prefix has a sign in it that means something else to systemd or sed; choose another."
target=${DESTDIR:-}$prefix
mkdir -p "$target" 2>/dev/null && [[ -w $target ]] \
  || fail "$target cannot be written to; use sudo, as in: sudo env \"PATH=\$PATH\" make install; or another folder, as in: make install PREFIX=\$HOME/.local"

scripts/install.sh run
build_release

# The help of every command, as one page. Its text is taken as it stands: no line of it is a request to the formatter.
manual() {
  printf '.TH GALLERY 1\n.SH NAME\ngallery \\- charts, GIFs, covers, photos and articles, on a page and at the command line\n'
  local commands command
  commands=$("$binary" --help | sed -n '/^SUBCOMMANDS:/,/^$/s/^  \([a-z]*\) .*/\1/p')
  for command in "" $commands; do
    printf '.SH gallery %s\n.nf\n' "$command"
    # shellcheck disable=SC2086
    "$binary" $command --help | sed -e 's/\\/\\e/g' -e 's/-/\\-/g' -e "s/^[.']/\\\\\&&/"
    printf '.fi\n'
  done
}

heading "Installing Gallery into $target"
install -D -m 755 "$binary" "$target/bin/gallery"
# What a debugger wants is two thirds of it.
if command -v strip >/dev/null; then strip --strip-debug "$target/bin/gallery"; fi
# Anew, so that no file of an older version stays.
rm -rf "$target/share/gallery"
mkdir -p "$target/share/gallery" "$target/share/man/man1" "$target/lib/systemd/system"
cp -R Gallery/Public "$target/share/gallery/Public"
chmod -R u=rwX,go=rX "$target/share/gallery"
manual >"$target/share/man/man1/gallery.1"
sed "s|@PREFIX@|$prefix|" scripts/gallery.service >"$target/lib/systemd/system/gallery.service"
find "$target/bin/gallery" "$target/share/gallery" "$target/share/man/man1/gallery.1" \
  "$target/lib/systemd/system/gallery.service" -maxdepth 0
