# doodle: what to type. The package itself is in Package.swift; `make help` lists these targets.

SWIFT = swift
PREFIX = /usr/local
DESTDIR =
# What the Swift package manager keeps between builds.
SCRATCH = .build

.SHELLFLAGS := -ec
.NOTPARALLEL:
.DELETE_ON_ERROR:
.PHONY: all help demo test lint format goldens sanitize bench bench-ink bench-peers bench-readme install uninstall clean packages

DOODLE := build/doodle

all: $(DOODLE)  ## build the command, build/doodle

help:  ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1	\2/p' $(MAKEFILE_LIST) | expand -t 20

# The command runs where no Swift is installed: its libraries are linked in. So are all others where they are there as
# archives, which a small program tries out: nothing is then loaded at the start, which takes a third of the time.
ARCHIVED := -static-executable -use-ld=lld
LINKING := $(SCRATCH)/linking
BUILD = $(SWIFT) build -c release --static-swift-stdlib $$(cat $(LINKING)) -Xlinker -s --scratch-path $(SCRATCH)/command

$(DOODLE): Package.swift $(shell find Sources -type f) $(LINKING)
	$(BUILD) --product doodle
	@mkdir -p $(@D)
	@cp $(SCRATCH)/command/release/doodle $@

$(LINKING): | packages
	@mkdir -p $(@D)
	@if echo 'print(0)' | $(SWIFT)c $(ARCHIVED) - $$(pkg-config --libs --static libpng) -o $@.probe 2> $@.log; \
	  then echo '$(ARCHIVED:%=-Xswiftc %)' > $@; \
	  else echo > $@; echo 'linked dynamically: libpng, zlib and the C libraries, not all of them here as archives'; \
	fi

# Programs that must be there beside pkg-config.
EXTRA_PROGRAMS =
# Their Debian packages, most of which have the programs' names.
EXTRA_PACKAGES = $(EXTRA_PROGRAMS:rsvg-convert=librsvg2-bin)

# Quiet where nothing is missing. What is missing is installed where that needs no question.
packages:
	@command -v $(SWIFT) >/dev/null || { echo 'please install Swift 6.2 or later: https://www.swift.org/install' >&2; exit 1; }
	@complete() { \
	  for program in pkg-config $(EXTRA_PROGRAMS); do command -v $$program >/dev/null || return 1; done; \
	  pkg-config --exists libpng zlib; \
	}; \
	if complete; then exit; fi; \
	debian='$(strip pkg-config libpng-dev zlib1g-dev $(EXTRA_PACKAGES))'; \
	if [ "$$(id -u)" = 0 ]; then as_root=; else as_root='sudo -n'; fi; \
	if command -v apt-get >/dev/null && $$as_root true 2>/dev/null; then \
	  $$as_root apt-get update -qq && \
	  $$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends $$debian || true; \
	fi; \
	complete || { echo "please install pkg-config, libpng and zlib with their headers (Debian: $$debian)" >&2; exit 1; }

demo: $(DOODLE)  ## draw all examples into build/demo
	@rm -rf build/demo && mkdir -p build/demo
	@$(DOODLE) render --quiet Examples/*.jsonl -o build/demo/
	@echo 'The recordings in Examples, drawn by $(DOODLE):'
	@ls build/demo/*

# The property tests draw thousands of pictures: optimised, that is seconds. That the command's debug build draws the
# same is compared here, on the examples.
TESTS := -c release -Xswiftc -enable-testing --scratch-path $(SCRATCH)/tests

test: packages  ## build and run all tests
	$(SWIFT) build $(TESTS) --build-tests
	$(SWIFT) build --product doodle --scratch-path $(SCRATCH)/debug
	@mkdir -p build
	@$(SCRATCH)/tests/release/doodle hash Examples/*.jsonl > build/release.hashes
	@$(SCRATCH)/debug/debug/doodle hash Examples/*.jsonl > build/debug.hashes
	diff build/release.hashes build/debug.hashes
	$(SWIFT) test $(TESTS) --skip-build --disable-xctest

FORMATTED := Sources Tests Package.swift
# Part of the toolchain, under either name.
FORMAT = $$($(SWIFT) format --version >/dev/null 2>&1 && echo '$(SWIFT) format' || echo swift-format)

lint:  ## check the format of all Swift code
	@$(FORMAT) lint --strict -r $(FORMATTED)

format:  ## format all Swift code
	@$(FORMAT) format -i -r $(FORMATTED)

# Only pictures whose pixels have changed are written: another libpng's bytes are no news.
goldens: $(DOODLE)  ## draw the examples' goldens anew, and say whose pixels have changed
	@for log in Examples/*.jsonl; do \
	  golden=$${log%.jsonl}.png; \
	  now=$$($(DOODLE) hash $$log); now=$${now%% *}; \
	  was=nothing; \
	  if [ -e $$golden ]; then was=$$($(DOODLE) hash $$golden); was=$${was%% *}; fi; \
	  if [ $$now = $$was ]; then echo "$$golden: the same"; continue; fi; \
	  $(DOODLE) render --quiet --compress small $$log -o $$golden; \
	  echo "$$golden: $$was is now $$now"; \
	done
	@$(DOODLE) render --quiet Examples/handwriting.jsonl -o Examples/views/handwriting.svg
	@$(DOODLE) render --quiet Examples/late-pressure.jsonl --renderer debug --at 62% --scale 2 --compress small \
	  -o Examples/views/late-pressure-debug.png
	@$(DOODLE) replay --quiet Examples/handwriting.jsonl -f apng --fps 20 --idle-time-limit 0.4 --last-frame-duration 2 \
	  -o Examples/films/handwriting.png
	@$(DOODLE) replay --quiet Examples/handwriting.jsonl --idle-time-limit 0.4 --last-frame-duration 2 \
	  -o Examples/films/handwriting.svg

SANITIZED := -c release -Xswiftc -enable-testing --disable-xctest
# Left out: tests that start the command, which is a process of its own, and those that repeat most often what others
# draw once.
END_TO_END := $(notdir $(basename $(wildcard Tests/CommandTests/EndToEnd/*/*.swift))) SchemaTests
SANITIZED += $(END_TO_END:%=--skip CommandTests.%) --skip ReadmeTests --skip 'equals from scratch after every event' \
  --skip 'session reported differently' --skip 'order of a stroke.s cones'

# Some minutes each, and the builds. Leaks are not looked for: the test runner has its own.
sanitize: packages  ## run the tests with the address and the thread sanitizer
	ASAN_OPTIONS=detect_leaks=0 $(SWIFT) test $(SANITIZED) --sanitize=address --scratch-path $(SCRATCH)/address
	TSAN_OPTIONS='suppressions="$(CURDIR)/.ci/thread-sanitizer.suppressions"' \
	  $(SWIFT) test $(SANITIZED) --sanitize=thread --scratch-path $(SCRATCH)/thread

# Suites and options for the benchmarks: ARGUMENTS='stages --json now.json', say, or --help.
ARGUMENTS =
BENCH = $(SCRATCH)/command/release/doodle-bench --doodle $(DOODLE) --work build/bench

.PHONY: doodle-bench
doodle-bench: $(DOODLE)
	$(BUILD) --product doodle-bench
	@mkdir -p build/bench

bench: doodle-bench  ## measure the stages, the command, long strokes, long logs and large canvases
	@$(BENCH) $(ARGUMENTS)

# Where the programs are installed that `doodle` is measured beside.
DIR =
PEERS = Tests/Benchmarks/Peers/setup.sh '$(DIR)' && $(BENCH) peers --peers '$(DIR)' $(ARGUMENTS)

bench-peers: doodle-bench  ## measure the command beside others, which are installed in DIR
	@test -n '$(DIR)' || { echo 'please say where the others go: make bench-peers DIR=…' >&2; exit 2; }
	@$(PEERS)

# Recordings of real hands, with folders web-strokes, xournal, uitouch, android and evdev.
CORPUS = $(DOODLE_CORPUS)

bench-ink: $(DOODLE)  ## measure how near ink comes to real hands, on the recordings in CORPUS; needs numpy
	@test -d '$(CORPUS)' || { echo 'please say where recordings are: make bench-ink CORPUS=…' >&2; exit 2; }
	@python3 Tests/Benchmarks/Ink/quality.py $(DOODLE) '$(CORPUS)'

bench-readme: ARGUMENTS = --markdown
bench-readme: doodle-bench  ## the same, and put the figures into the README
	@test -n '$(DIR)' || { echo 'please say where the others go: make bench-readme DIR=…' >&2; exit 2; }
	@($(PEERS)) > build/bench/figures.md
	@awk '/<!-- figures -->/ { \
	    inside = !inside; \
	    if (inside) { print; print ""; system("sed 1d build/bench/figures.md"); print "" } \
	  } \
	  !inside' README.md > build/bench/README.md
	@cp build/bench/README.md README.md

BIN := $(DESTDIR)$(PREFIX)/bin
SHARE := $(DESTDIR)$(PREFIX)/share
INSTALLED := $(BIN)/doodle $(SHARE)/man/man1/doodle.1 $(SHARE)/bash-completion/completions/doodle \
  $(SHARE)/zsh/site-functions/_doodle $(SHARE)/fish/vendor_completions.d/doodle.fish

install: $(DOODLE)  ## install the command, its man page and completions under PREFIX
	@mkdir -p $(dir $(INSTALLED))
	install -m 755 $(DOODLE) $(BIN)/doodle
	$(DOODLE) help --man > $(SHARE)/man/man1/doodle.1
	$(DOODLE) help --completions bash > $(SHARE)/bash-completion/completions/doodle
	$(DOODLE) help --completions zsh > $(SHARE)/zsh/site-functions/_doodle
	$(DOODLE) help --completions fish > $(SHARE)/fish/vendor_completions.d/doodle.fish

uninstall:  ## remove what install has installed
	rm -f $(INSTALLED)

clean:  ## remove all that was built
	rm -rf build $(SCRATCH)
