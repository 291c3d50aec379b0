# Errands and Gallery. On a Debian machine with Swift, git and apt; what else is needed is installed.
#
#   make run     install what is missing, build Gallery, serve it; HOST=127.0.0.1 PORT=8080 can be given
#   make run-cluster serve it with several servers on one PostgreSQL behind nginx; N=3, HOST and PORT can be given
#   make install install Gallery below PREFIX=/usr/local: program, page, manual page, unit for systemd
#   make test    install what is missing, run every test: library, Gallery, page in a browser
#   make build   build both packages
#   make lint    check the format of all Swift sources
#   make tsan    run the Swift tests under the thread sanitizer
#   make asan    decode FILES=10000 changed files of each format under the address sanitizer (hours)
#   make explore try every interleaving of the scenarios in Tests/ExplorerTests
#   make fuzz    give the parsers whatever chance and coverage make up, SECONDS=600 each
#   make soak    run the Swift tests again and again on a busy machine and on one core (hours); ROUNDS=10 can be given
#   make soak-gallery visit Gallery's server for MINUTES=60 with VISITORS=50 at once, while the network is bad
#   make mutants break one line at a time, and show that the tests of its module notice it (an hour)
#   make bench   run the benchmarks
#   make bench-gallery measure Gallery's server beside bare Hummingbird, nginx and thumbor
#   make bench-cluster measure what it costs Gallery's servers to share what they keep
#   make pictures take the README's picture and those of the browser tests anew, to be looked at
#   make apple   type-check the branch for Apple's Combine, as far as that can be done on Linux
#   make docs    build the documentation of the core, its styles and the loader into .build/documentation
#   make clean   remove everything that was built

# Shells and other programs have a HOST of their own, which is no address: from the environment GALLERY_HOST is taken.
ifneq ($(origin HOST),command line)
HOST := $(or $(GALLERY_HOST),127.0.0.1)
endif
PORT ?= 8080
PREFIX ?= /usr/local
ROUNDS ?= 10
N ?= 3
FILES ?= 10000
SECONDS ?= 600
MINUTES ?= 60
VISITORS ?= 50
export HOST PORT PREFIX DESTDIR N

.DEFAULT_GOAL := help
.PHONY: help run run-cluster install test build lint tsan asan explore fuzz soak soak-gallery mutants bench bench-gallery bench-cluster pictures apple docs clean

help:
	@sed -n 's/^#   //p' Makefile

run:
	@exec scripts/run.sh

run-cluster:
	@exec scripts/run-cluster.sh

install:
	@exec scripts/install-gallery.sh

test:
	@exec scripts/test.sh

build:
	@scripts/install.sh build
	swift build
	ERRANDS_WITH_POSTGRES=1 swift build --package-path Gallery

lint:
	git ls-files -z --cached --others --exclude-standard '*.swift' \
	  | xargs -0 swift format lint --strict --configuration .swift-format

tsan:
	@exec scripts/tsan.sh

asan:
	@exec scripts/asan.sh $(FILES)

explore:
	@exec scripts/explore.sh

fuzz:
	@exec scripts/fuzz.sh $(SECONDS)

soak:
	@exec scripts/soak.sh $(ROUNDS)

soak-gallery:
	@exec scripts/soak-gallery.sh $(MINUTES) $(VISITORS)

mutants:
	@scripts/mutate.py
	@exec scripts/mutate.py --explored

bench:
	@exec scripts/bench.sh

bench-gallery:
	@exec scripts/bench-gallery.sh

bench-cluster:
	@exec scripts/bench-cluster.sh

pictures:
	@exec scripts/pictures.sh

apple:
	@exec scripts/apple.sh

docs:
	@exec scripts/docs.sh

clean:
	rm -rf .build .build-test .build-tsan .build-asan .build-explored .venv .venv-bench Gallery/.build Gallery/.build-tsan Benchmarks/.build
	rm -rf Gallery/Tests/Browser/screenshots
