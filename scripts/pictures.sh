#!/usr/bin/env bash
# Takes all pictures anew: those of the browser tests into Gallery/Tests/Browser/screenshots (or GALLERY_SCREENSHOTS), and
# of these the README's into Documentation. A picture is taken by the test that sees to it that all is there.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/lib.sh

scripts/install.sh test
build_release
screenshots=${GALLERY_SCREENSHOTS:-Gallery/Tests/Browser/screenshots}
heading "Taking pictures into $screenshots"
# Anew, so that none stays of a test that is not there any more.
rm -f "$screenshots"/*.png
GALLERY_BIN=$binary GALLERY_SCREENSHOTS=$screenshots \
  .venv/bin/pytest --quiet --pictures-only Gallery/Tests/Browser
cp "$screenshots/music.png" Documentation/gallery.png
ls "$screenshots" Documentation/gallery.png
