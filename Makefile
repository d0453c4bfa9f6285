# The targets of doodle: `make help` lists them. Package.swift describes the package.

SWIFT = swift
PREFIX = /usr/local
DESTDIR =
# The build folder of the Swift package manager.
SCRATCH = .build
# The compiler, by a script that optimizes only the modules where speed counts. It finds its libraries beside itself.
FRONTEND := $(wildcard $(dir $(shell readlink -f "$$(command -v $(SWIFT))"))swift-frontend)
ifneq ($(FRONTEND),)
TOOLCHAIN := $(abspath $(SCRATCH))/toolchain
$(shell mkdir -p $(TOOLCHAIN)/bin && cp .ci/swift-frontend $(TOOLCHAIN)/bin/ && \
  ln -sfn $(abspath $(dir $(FRONTEND))../lib) $(TOOLCHAIN)/lib)
export SWIFT_DRIVER_SWIFT_FRONTEND_EXEC = $(TOOLCHAIN)/bin/swift-frontend
export FRONTEND
endif

.SHELLFLAGS := -ec
.NOTPARALLEL:
.DELETE_ON_ERROR:
.PHONY: all help demo docs test test-debug test-spark test-wasm test-recorder tour wasm library test-library test-library-threads test-service bench-service install-library wheel npm dist test-dist certify fuzz-library lint format goldens transcripts faults sanitize sanitize-quick fuzz fuzz-kept fuzz-keep bench bench-wasm bench-ink bench-peers bench-profile bench-readme install uninstall clean packages

DOODLE := build/doodle
# The engine for browsers, which the command contains for 'doodle recorder': its first part, with build/rest.wasm.gz beside it.
ENGINE := build/first.wasm.gz

all: recorder  ## build the command, build/doodle

help:  ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1	\2/p' $(MAKEFILE_LIST) | expand -t 20

# One build of the package is for the command, the tests and the benchmarks. That tests see what is internal
# (-enable-testing) costs the command .1 % of its instructions. Debug information takes a tenth of the compiler's time:
# DEBUGGING=dwarf gives lines to the traces of a crash.
DEBUGGING = none
BUILDING = -c release -Xswiftc -enable-testing -Xswiftc -use-ld=lld -debug-info-format $(DEBUGGING) --scratch-path $(SCRATCH)/package
BUILT = $(SCRATCH)/package/release
# A cache of compiled headers names its folder: in a checkout that was copied or moved it is made anew.
$(shell if [ -d $(SCRATCH) ] && [ "$$(cat $(SCRATCH)/folder 2>/dev/null)" != '$(CURDIR)' ]; then \
  find $(SCRATCH) -type d -name ModuleCache -prune -exec rm -rf {} +; echo '$(CURDIR)' > $(SCRATCH)/folder; fi)

# The Swift libraries are linked statically, so that the command runs without Swift installed. If a test program can be
# linked statically as a whole, so is the command: it then starts in a third of the time.
# lld keeps one of functions with the same code, since each has a section of its own: two megabytes less.
ARCHIVED := -static-executable -use-ld=lld -Xlinker --icf=all
LINKING := $(SCRATCH)/linking
# What the linker leaves out: all symbols.
STRIPPING = -s
# link FILE: links what was built for the command, whose main function has another name so that tests can call it.
link = $(SWIFT)c $$(cat $(LINKING)) $(addprefix -Xlinker ,$(STRIPPING) --gc-sections --defsym main=doodle_main) \
  @$(BUILT)/doodle.product/Objects.LinkFileList $$(pkg-config --libs --static libpng) -o $(1)

# Hashes that depend on the folder of the sources: without them, the same sources give the same bytes everywhere.
UNSTABLE := .swift_modhash .note.gnu.build-id

# An engine older than its sources is left out: `make recorder` builds it anew.
$(DOODLE): Package.swift $(shell find Sources -type f) $(LINKING)
	@if [ -e $(ENGINE) ] && [ -n "$$(find Sources -type f -newer $(ENGINE))" ]; then \
	  rm $(ENGINE); touch Sources/Fronts/CRecorder/recorder.c; fi
	$(SWIFT) build $(BUILDING) --product doodle
	@mkdir -p $(@D)
	@$(call link,$@)
	@if command -v objcopy >/dev/null; then objcopy $(patsubst %,-R %,$(UNSTABLE)) $@; fi

# Modules of Swift, at the same time on all processors.
WEB = $(MAKE) --no-print-directory -f Sources/Fronts/Web/web.mk -j "$$(nproc)" SCRATCH=$(SCRATCH) SWIFT=$(SWIFT)

# Another make, because the engine changes the time of a source file.
.PHONY: recorder
recorder: $(ENGINE)  ## build the command with the page of 'doodle recorder', and the page for any host, build/index.html
	@$(MAKE) --no-print-directory $(DOODLE)
	@if [ -s $(ENGINE) ]; then $(DOODLE) recorder -o build/index.html; fi

wasm: $(ENGINE)  ## build the engine for browsers, build/doodle.wasm and build/doodle.mjs
	@cp Sources/Fronts/Web/doodle.mjs Sources/Fronts/Web/doodle.d.mts build/

# zopfli makes it a twentieth smaller.
PACK = $(if $(shell command -v zopfli),zopfli -c,gzip -9 -n -c)

# The package manager does not see that a file which it embeds appears.
$(ENGINE): $(shell find Sources -type f) Makefile
	@mkdir -p build
	@: > $@; : > build/rest.wasm.gz
	@if $(WEB) can-build; then $(WEB) parts && for part in first rest; do \
	    if [ -s $(SCRATCH)/wasm/$$part.wasm ]; then $(PACK) $(SCRATCH)/wasm/$$part.wasm > build/$$part.wasm.gz; fi; done; \
	  else echo "'doodle recorder' is left out: this Swift has no Embedded mode for WebAssembly"; fi
	@touch -r $@ Sources/Fronts/CRecorder/recorder.c

npm: wasm  ## build the package for npm, build/doodle-ink-….tgz
	@rm -rf build/npm && mkdir -p build/npm
	@cp Sources/Fronts/Web/package.json Sources/Fronts/Web/README.md Sources/Fronts/Packages/LICENSE.txt build/doodle.mjs build/doodle.d.mts build/doodle.wasm build/npm/
	@cd build && rm -f doodle-ink-*.tgz && npm pack --silent ./npm

# The compilers of TypeScript that check the types; the installed one if there are none.
TYPESCRIPTS =
test-wasm: wasm recorder  ## compare the engine for browsers with the command, in Node
	node Tests/Fronts/HostEngineTests/calls.mjs $(DOODLE) build
	node Tests/Fronts/HostEngineTests/savedDrawings.mjs $(DOODLE) build
	node Tests/Fronts/HostEngineTests/sizes.mjs build $(SCRATCH)/wasm/stripped.wasm
	node Tests/Fronts/HostEngineTests/engine.mjs $(DOODLE) build Examples $$DOODLE_CORPUS
	node Tests/Fronts/HostEngineTests/random.mjs $(DOODLE) build
	node Tests/Fronts/HostEngineTests/parts.mjs $(SCRATCH)/wasm/first.wasm Examples/*.jsonl Examples/*/*.jsonl
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory npm && Tests/Fronts/HostEngineTests/package $(DOODLE) build; \
	  else echo 'the package for npm is not tested: npm is missing'; fi
	@if command -v tsc >/dev/null; then TYPESCRIPTS='$(TYPESCRIPTS)' Tests/Fronts/HostEngineTests/types/check build; \
	  else echo 'the types of doodle.mjs are not checked: tsc is missing (Debian: node-typescript)'; fi

# COUNT=1000000 DISTINCT=1000000 is a long run, and KILLS=100 PICTURES=1000000 INPUT=drawings.ndjson a large set.
COUNT = 5000
DISTINCT = 20000
INPUT = Examples/data-sets/sketches.ndjson
PICTURES = 100000
KILLS = 10

test-service: wasm recorder  ## try Examples/service with boards and Examples/data-sets/stream.py with kills; COUNT=, KILLS=
	node Tests/Fronts/ServiceTests/hosts.mjs $(DOODLE) build
	node Tests/Fronts/ServiceTests/hostile.mjs
	node Tests/Fronts/ServiceTests/simulation.mjs $(DOODLE) build $(COUNT) $(DISTINCT)
	$(PYTHON) -B Tests/Fronts/ServiceTests/kills.py $(DOODLE) $(INPUT) $(PICTURES) $(KILLS)

bench-service: wasm  ## draw the same thumbnails in Node and in Chromium, and compare speed and memory
	$(PYTHON) -B Tests/Fronts/ServiceTests/compare.py build

# With Playwright, the script of Examples/web is tested, too.
PYTHON = python3

# The modules of tests: PAGES='test_f*.py' has those of Firefox and of films.
PAGES = test_*.py
test-recorder: wasm recorder  ## test the recorder in Chromium and Firefox
	@DOODLE=$(DOODLE) $(PYTHON) -B -m unittest discover -s Tests/Fronts/RecorderTests/Browser -p '$(PAGES)'

tour: recorder  ## record the tour of the recorder in the README again, with Chromium and ffmpeg
	@DOODLE=$(DOODLE) $(PYTHON) -B Tests/Fronts/RecorderTests/Browser/tour.py Examples/assets/recorder.png

# libdoodle, by its own calls of the compiler.
NATIVE = $(MAKE) --no-print-directory -f Sources/Fronts/Library/library.mk -j "$$(nproc)" SCRATCH=$(SCRATCH) SWIFT=$(SWIFT)

VERSION = $$(sed -n 's/.*static let version = "\(.*\)"/\1/p' Sources/Picture/Rendering/PictureOrigin.swift)

library:  ## build libdoodle for C and other languages: build/libdoodle.so, libdoodle.a, doodle.h, doodle.pc; build/musl
	@$(NATIVE) can-build || { echo 'this Swift has no Embedded mode for Linux, which libdoodle needs' >&2; exit 1; }
	@$(NATIVE) library PREFIX=$(PREFIX) VERSION=$(VERSION)
	@if $(NATIVE) has-musl 2> /dev/null; then $(NATIVE) musl; \
	  else rm -rf build/musl; echo 'libdoodle for musl is left out: musl is missing (Debian: musl-dev)'; fi

test-library: library $(DOODLE)  ## compare libdoodle with the command, in C and in Python
	Tests/Fronts/LibraryTests/programs $(DOODLE) build Examples/*.jsonl
	DOODLE=$(DOODLE) DOODLE_LIBRARY=build/libdoodle.so PYTHONPATH=Sources/Fronts/Python \
	  $(PYTHON) -B -m unittest discover -s Tests/Fronts/PythonTests

test-library-threads: $(DOODLE)  ## draw with libdoodle on eight threads, under the thread sanitizer
	@$(NATIVE) $(SCRATCH)/library/threads
	$(SCRATCH)/library/threads Examples/shapes.jsonl "$$($(DOODLE) hash Examples/shapes.jsonl | cut -d ' ' -f 1)"

# Of libraries since glibc 2.17, which libdoodle needs, or of musl; the command needs none, where it is linked statically.
WHEEL = $(PYTHON) Sources/Fronts/Python/wheel.py --header build/doodle.h --command $(DOODLE) --version $(VERSION) --output build
wheel: library recorder  ## build the packages for Python, build/doodle_ink-….whl, with the command in them
	@rm -f build/doodle_ink-*.whl
	@$(WHEEL) --library build/libdoodle.so.0 --platform manylinux2014_x86_64
	@if [ -e build/musl ]; then $(WHEEL) --library build/musl/libdoodle.so.0 --platform musllinux_1_1_x86_64; fi

install-library: library  ## install libdoodle for C under PREFIX
	@mkdir -p $(DESTDIR)$(PREFIX)/include $(DESTDIR)$(PREFIX)/lib/pkgconfig
	install -m 644 build/doodle.h $(DESTDIR)$(PREFIX)/include/
	install -m 644 build/libdoodle.a $(DESTDIR)$(PREFIX)/lib/
	install -m 755 build/libdoodle.so.0 $(DESTDIR)$(PREFIX)/lib/
	ln -sf libdoodle.so.0 $(DESTDIR)$(PREFIX)/lib/libdoodle.so
	install -m 644 build/doodle.pc $(DESTDIR)$(PREFIX)/lib/pkgconfig/

# The numbers of random logs: of all ways, and of those that take a hundred times as long.
LOGS = 100000
EMULATED = 10000
# Debian has what they need: qemu-user-static, gcc-aarch64-linux-gnu, gcc-riscv64-linux-gnu and, for both, the C library,
# libc6-dev-arm64-cross and libc6-dev-riscv64-cross.
PROCESSORS = aarch64 riscv64
# Numbers of threads, the first two for all logs, and the folders of recorded logs.
THREADS = 1 8 2 3 4 5 6 7
RECORDED = Examples $(DOODLE_CORPUS)
# The command without optimization, which test-debug builds.
DEBUGGED = $(SCRATCH)/debug/debug/doodle

certify: recorder wasm library  ## draw LOGS random logs, the examples and the corpus with each processor and engine, and print whether hashes are equal
	@for processor in $(PROCESSORS); do \
	  if command -v qemu-$$processor-static >/dev/null && [ -d /usr/$$processor-linux-gnu/include ]; \
	  then $(NATIVE) PROCESSOR=$$processor $(SCRATCH)/$$processor/hashes; \
	  else echo "left out: $$processor: its C library or qemu-$$processor-static is missing"; fi; done
	@$(NATIVE) kernels
	@PYTHON=$(PYTHON) DEBUGGED=$(DEBUGGED) THREADS='$(THREADS)' \
	  Tests/Fronts/LibraryTests/certify $(DOODLE) build $(SCRATCH) $(LOGS) $(EMULATED) $(RECORDED)

# Inputs that reach new code stay in build/fuzz/library.
fuzz-library:  ## call the functions of libdoodle in any order, found by libFuzzer, for TIME seconds
	@$(NATIVE) $(SCRATCH)/library/fuzz
	@mkdir -p build/fuzz/library
	ASAN_OPTIONS=detect_leaks=0 $(SCRATCH)/library/fuzz -detect_leaks=0 -max_len=4000 -timeout=20 -max_total_time=$(TIME) \
	  -print_final_stats=1 build/fuzz/library

# Asks for packages itself: what has been built is installed without Swift, as root too.
$(LINKING):
	@$(MAKE) --no-print-directory packages
	@mkdir -p $(@D)
	@if echo 'print(0)' | $(SWIFT)c $(ARCHIVED) - $$(pkg-config --libs --static libpng) -o $@.probe 2> $@.log; \
	  then echo '$(ARCHIVED)' > $@; \
	  else echo '-static-stdlib' > $@; echo 'libpng, zlib and the C library are linked dynamically: a static archive is missing'; \
	fi

# Programs needed in addition to pkg-config.
EXTRA_PROGRAMS =
# Their Debian packages; most are named like the program.
EXTRA_PACKAGES = $(patsubst pdftoppm,poppler-utils,$(patsubst mutool,mupdf-tools,$(patsubst wasm-opt,binaryen,$(patsubst tsc,node-typescript,$(patsubst setpriv,util-linux,$(EXTRA_PROGRAMS:rsvg-convert=librsvg2-bin))))))

# Prints nothing if nothing is missing. Installs what is missing with apt if no password is needed.
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

demo: $(DOODLE)  ## draw all examples to build/demo
	@rm -rf build/demo && mkdir -p build/demo
	@$(DOODLE) render --quiet Examples/*.jsonl -o build/demo/
	@echo 'The recordings in Examples, drawn by $(DOODLE):'
	@ls build/demo/*

# Swift 6.2 does not write events: the list of the slowest tests is then empty.
EVENTS = $$($(SWIFT) --version 2>/dev/null | grep -q 'version 6\.2' || echo --event-stream-output-path build/test.events)

# A pattern of the names of tests; all if it is empty.
FILTER =

# Tests run at the same time, so the time of a test is the sum of its cases' own times. Tests without arguments have no
# time of their own: Swift Testing reports when they were queued, not when they ran.
test: packages  ## build and run all tests, and list the slowest; FILTER=NAME runs some
	@mkdir -p build
	@date +%s > build/test.start
	$(SWIFT) build $(BUILDING) --build-tests
	@rm -f build/test.failed build/test.events
	@touch build/test.events
	@$(SWIFT) test $(BUILDING) --skip-build --disable-xctest $(EVENTS) $(if $(FILTER),--filter '$(FILTER)') || touch build/test.failed
	@echo 'The ten slowest tests, in seconds:'
	@sed -nE 's/.*"absolute":([0-9.]+).*"kind":"testCase(Started|Ended)".*"testID":"[^`"]*`([^`"]*).*/\2\t\1\t\3/p' \
	  build/test.events | awk -F '\t' '{ time[$$3] += $$1 == "Ended" ? $$2 : -$$2 } \
	  END { for (test in time) printf "%6.1f  %s\n", time[test], test }' | sort -rn | head -n 10
	@echo "$$(grep -c '"kind":"testSkipped"' build/test.events || true) tests and suites were skipped:"
	@sed -nE '/"kind":"testSkipped"/ { s/.* skipped: \\"(.*)\\".*/\1/; t print; s/.*/no reason given/; :print; p }' \
	  build/test.events | sort | uniq -c | sort -rn
	@echo "make test took $$(($$(date +%s) - $$(cat build/test.start))) seconds, builds included"
	@sed -nE '/"kind":"issueRecorded"/ { s/.*"messages":\[\{[^}]*"text":"(([^"\\]|\\.){0,300}).*"testID":"([^"]*)".*/failed: \3: \1/; p }' build/test.events | sort | uniq -c >&2
	@if [ -e build/test.failed ]; then echo 'some tests have failed' >&2; exit 1; fi

# The command without optimization, in which tests can make system calls fail.
DEBUG := --product doodle -Xswiftc -DFAULTS --scratch-path $(SCRATCH)/debug

test-debug: packages  ## check that debug and release builds draw the same pixels
	$(SWIFT) build $(DEBUG)
	$(SWIFT) build $(BUILDING) --product doodle
	@mkdir -p build
	@$(BUILT)/doodle hash Examples/*.jsonl > build/release.hashes
	@$(SCRATCH)/debug/debug/doodle hash Examples/*.jsonl > build/debug.hashes
	diff build/release.hashes build/debug.hashes

# A folder in which the Python packages stay for the next run, half a gigabyte; a temporary one if it is empty.
PYTHON_PACKAGES =

# Ray is left out where it has no package for this Python.
test-spark: $(DOODLE)  ## test Examples/spark, slurm and ray_batch.py; needs Java 17, installs packages of PyPI
	@command -v java >/dev/null || { echo 'please install Java (Debian: default-jre-headless)' >&2; exit 1; }
	@packages='$(PYTHON_PACKAGES)'; \
	if [ -z "$$packages" ]; then packages=$$(mktemp -d); trap 'rm -rf "$$packages"' EXIT; fi; \
	python3 -m venv "$$packages"; \
	"$$packages/bin/pip" install -q pyspark pyarrow 'pandas<3' datasets pillow numpy; \
	"$$packages/bin/pip" install -q ray || echo 'the test of ray_batch.py is skipped'; \
	"$$packages/bin/python" -B Examples/spark/test_spark.py $(DOODLE)

FORMATTED := Sources Tests Package.swift
# The toolchain has it under one of these names.
FORMAT = $$($(SWIFT) format --version >/dev/null 2>&1 && echo '$(SWIFT) format' || echo swift-format)

lint:  ## check the format of all Swift code
	@$(FORMAT) lint --strict -r $(FORMATTED)

format:  ## format all Swift code
	@$(FORMAT) format -i -r $(FORMATTED)

# Rewrites only goldens whose pixels have changed: another libpng writes other bytes for the same pixels.
goldens: $(DOODLE)  ## redraw the examples' goldens, list those whose pixels have changed, and write the logs of imports anew
	@for log in Examples/*.jsonl Examples/views/*.jsonl; do \
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
	@DOODLE_GOLDENS=1 $(MAKE) --no-print-directory test FILTER='ImportCaseTests/.a file becomes' > build/goldens.log \
	  || { cat build/goldens.log >&2; exit 1; }
	@git status --short Tests/Formats/ImportersTests/Cases || true

transcripts: packages  ## write what the commands of Tests/Fronts/CommandTests/Transcripts print into its pages
	$(SWIFT) build $(BUILDING) --build-tests
	@DOODLE_TRANSCRIPTS=rewrite $(SWIFT) test $(BUILDING) --skip-build --disable-xctest --filter TranscriptTests
	@git diff --stat Tests/Fronts/CommandTests/Transcripts

# The documentation of the API, as a static site. Symbols are extracted from the modules.
LIBRARY := Geometry Files TouchLog ImportCore Importers Exporters Lettering Ink Raster PNG Compare Rendering SVG Session DoodleKit
SYMBOLS = $$(dirname "$$(command -v $(SWIFT))")/swift-symbolgraph-extract -minimum-access-level public \
  -skip-synthesized-members -output-dir build/symbols -I $(BUILT)/Modules -I Sources/Picture/CLibPNG \
  -target "$$($(SWIFT)c -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)".*/\1/p')" \
  $$(printf ' -Xcc -fmodule-map-file=%s' $(BUILT)/C*.build/module.modulemap)

docs: packages  ## build the documentation of the API into build/docs, and the list of its declarations, build/public.txt
	$(SWIFT) build $(BUILDING) --product doodle
	@rm -rf build/symbols build/docs && mkdir -p build/symbols
	@for module in $(LIBRARY); do $(SYMBOLS) -module-name $$module; done
	@.ci/public.py build/symbols > build/public.txt
	@docc convert Sources/Fronts/DoodleKit/DoodleKit.docc --additional-symbol-graph-dir build/symbols --output-dir build/docs \
	  --fallback-display-name DoodleKit --fallback-bundle-identifier doodle.DoodleKit \
	  --disable-parameters-and-returns-validation --warnings-as-errors
	@echo '<!doctype html><meta http-equiv="refresh" content="0; url=documentation/doodlekit/"><title>DoodleKit</title>' \
	  > build/docs/index.html
	@echo 'to read it: $(PYTHON) -m http.server -d build/docs 8000, then http://localhost:8000/'

# EVERY=3 makes one call in three fail, others for each kind of error.
EVERY = 1
faults: packages  ## test what happens when a system call fails
	$(SWIFT) build $(DEBUG)
	$(SWIFT) build $(BUILDING) --build-tests
	DOODLE_FAULTS=$$(realpath $(SCRATCH)/debug/debug/doodle) DOODLE_FAULTS_EVERY=$(EVERY) \
	  $(SWIFT) test $(BUILDING) --skip-build --disable-xctest --filter FaultTests

SANITIZED := -c release -Xswiftc -enable-testing --disable-xctest
# Without the tests that start the command, which is a process of its own, and without the longest repetitions.
END_TO_END := $(notdir $(basename $(shell grep -rl -e Scratch -e 'Program\.' -e Transcript Tests/Fronts/CommandTests --include='*Tests.swift')))
SANITIZED += $(END_TO_END:%=--skip CommandTests.%) --skip DocumentationTests --skip 'equals from scratch after every event' \
  --skip 'session reported differently' --skip 'order of a stroke.s cones'

# Undefined behavior of the C code ends the process: the sanitizer's own reports would need its library.
UNDEFINED := -Xcc -fsanitize=undefined -Xcc -fsanitize-trap=undefined

# Takes some minutes each, plus the builds. Leaks are not detected, because the test runner itself leaks.
sanitize: packages  ## run the tests with the address, the thread and the undefined behavior sanitizer
	ASAN_OPTIONS=detect_leaks=0 $(SWIFT) test $(SANITIZED) --sanitize=address --scratch-path $(SCRATCH)/address
	TSAN_OPTIONS='suppressions="$(CURDIR)/.ci/thread-sanitizer.suppressions"' \
	  $(SWIFT) test $(SANITIZED) --sanitize=thread --scratch-path $(SCRATCH)/thread
	$(SWIFT) test $(SANITIZED) $(UNDEFINED) --scratch-path $(SCRATCH)/undefined

# The command reads, draws and writes the examples, also damaged ones. A minute, plus the build of the command.
sanitize-quick: packages  ## run the command with the address and the undefined behavior sanitizer
	$(SWIFT) build --product doodle --sanitize=address $(UNDEFINED) --scratch-path $(SCRATCH)/quick
	ASAN_OPTIONS=detect_leaks=0 .ci/sanitize $(SCRATCH)/quick/debug/doodle

# libFuzzer and the address sanitizer are parts of the toolchain. gold, the usual linker, crashes on the result.
FUZZED := -c release --product doodle-fuzz --scratch-path $(SCRATCH)/fuzz -Xswiftc -enable-testing -Xswiftc -use-ld=lld \
  -Xswiftc -sanitize=fuzzer,address -Xcc -fsanitize=fuzzer-no-link,address
# Names of targets, such as TARGET='log xournal'; all if it is empty. The seconds for each.
TARGET =
TIME = 60

.PHONY: doodle-fuzz
doodle-fuzz: packages
	DOODLE_FUZZ=1 $(SWIFT) build $(FUZZED)

# Tests/Fuzzing/README.md describes the targets, and what to do about a finding.
fuzz: doodle-fuzz  ## give all readers invalid inputs, found by libFuzzer, for TIME seconds each
	@FUZZER=$(SCRATCH)/fuzz/release/doodle-fuzz Tests/Fuzzing/run fuzz $(TIME) $(TARGET)

fuzz-kept: doodle-fuzz  ## give all readers the inputs that make fuzz-keep has kept
	@FUZZER=$(SCRATCH)/fuzz/release/doodle-fuzz Tests/Fuzzing/run kept $(TARGET)

fuzz-keep: doodle-fuzz  ## keep the inputs that make fuzz has found, the fewest that reach the same code
	@FUZZER=$(SCRATCH)/fuzz/release/doodle-fuzz Tests/Fuzzing/run keep $(TARGET)

# Suites and options of the benchmarks, such as ARGUMENTS='stages --json now.json' or ARGUMENTS=--help.
ARGUMENTS =
BENCH = $(BUILT)/doodle-bench --doodle $(DOODLE) --work build/bench

.PHONY: doodle-bench
doodle-bench: $(DOODLE)
	$(SWIFT) build $(BUILDING) --product doodle-bench
	@mkdir -p build/bench

bench: doodle-bench  ## measure the stages, the command, long strokes, long logs and large canvases
	@$(BENCH) $(ARGUMENTS)

bench-wasm: wasm doodle-bench  ## measure the engine for browsers beside the command, in Node
	@$(BENCH) workloads
	@node Tests/Fronts/HostEngineTests/measure.mjs $(DOODLE) build build/bench/L.jsonl

# The folder for the programs that doodle is compared with.
DIR =
PEERS = Tests/Benchmarks/Peers/setup.sh '$(DIR)' >&2 && $(BENCH) peers --peers '$(DIR)' $(ARGUMENTS)

bench-peers: doodle-bench  ## compare the command with other programs, which are installed in DIR
	@test -n '$(DIR)' || { echo 'please give a folder for the other programs: make bench-peers DIR=…' >&2; exit 2; }
	@$(PEERS)

# The command with its symbols, by which instructions are counted.
bench-profile: STRIPPING = -S
bench-profile: doodle-bench  ## count the instructions of each stage with valgrind, as a table in Markdown
	@command -v valgrind >/dev/null || { echo 'please install valgrind (Debian: valgrind)' >&2; exit 1; }
	@mkdir -p build/profile
	@$(call link,build/profile/doodle)
	@$(BUILT)/doodle-bench workloads --work build/profile
	@python3 Tests/Benchmarks/Profile/instructions.py build/profile/doodle build/profile

# Recordings of handwriting, in the folders web-strokes, xournal, uitouch, android and evdev.
CORPUS = $(DOODLE_CORPUS)

bench-ink: $(DOODLE)  ## measure how close ink is to handwriting, on the recordings in CORPUS; needs numpy
	@test -d '$(CORPUS)' || { echo 'please give the folder of recordings: make bench-ink CORPUS=…' >&2; exit 2; }
	@python3 -B Tests/Benchmarks/Ink/quality.py $(DOODLE) '$(CORPUS)'
	@python3 -B Tests/Benchmarks/Ink/hands.py $(DOODLE) '$(CORPUS)' build/bench/ink
	@python3 -B Tests/Benchmarks/Ink/losses.py $(DOODLE) '$(CORPUS)'

bench-readme: ARGUMENTS = --markdown
bench-readme: doodle-bench  ## run bench-peers, and update the figures in Tests/Benchmarks/README.md
	@test -n '$(DIR)' || { echo 'please give a folder for the other programs: make bench-readme DIR=…' >&2; exit 2; }
	@($(PEERS)) > build/bench/figures.md
	@awk '/<!-- figures -->/ { \
	    inside = !inside; \
	    if (inside) { print; print ""; system("sed 1d build/bench/figures.md"); print "" } \
	  } \
	  !inside' Tests/Benchmarks/README.md > build/bench/README.md
	@cp build/bench/README.md Tests/Benchmarks/README.md

BIN := $(DESTDIR)$(PREFIX)/bin
SHARE := $(DESTDIR)$(PREFIX)/share
COMMANDS := render replay show batch convert save hash diff check accept inspect lint recorder help
MAN_PAGES := $(patsubst %,$(SHARE)/man/man1/%.1,doodle $(COMMANDS:%=doodle-%)) \
  $(patsubst %,$(SHARE)/man/man5/%.5,doodle-log doodle-drawing)
INSTALLED := $(BIN)/doodle $(MAN_PAGES) $(SHARE)/bash-completion/completions/doodle \
  $(SHARE)/zsh/site-functions/_doodle $(SHARE)/fish/vendor_completions.d/doodle.fish \
  $(SHARE)/thumbnailers/doodle.thumbnailer $(SHARE)/mime/packages/doodle.xml

install: recorder  ## install the command, its man pages, completions and thumbnailer under PREFIX
	@mkdir -p $(sort $(dir $(INSTALLED)))
	install -m 755 $(DOODLE) $(BIN)/doodle
	@for page in $(MAN_PAGES); do \
	  name=$${page##*/}; name=$${name%.?}; \
	  echo "$$page"; $(DOODLE) help --man "$${name#doodle-}" > "$$page"; \
	done
	$(DOODLE) help --completions bash > $(SHARE)/bash-completion/completions/doodle
	$(DOODLE) help --completions zsh > $(SHARE)/zsh/site-functions/_doodle
	$(DOODLE) help --completions fish > $(SHARE)/fish/vendor_completions.d/doodle.fish
	install -m 644 Sources/Fronts/doodle/Desktop/doodle.thumbnailer $(SHARE)/thumbnailers
	install -m 644 Sources/Fronts/doodle/Desktop/doodle.xml $(SHARE)/mime/packages
	@if [ -z '$(DESTDIR)' ] && command -v update-mime-database >/dev/null; then update-mime-database $(SHARE)/mime; fi

DIST = $(MAKE) --no-print-directory -f Sources/Fronts/Packages/dist.mk VERSION=$(VERSION) DOODLE=$(DOODLE) PYTHON=$(PYTHON)

# Refuses a machine that lacks something before it builds anything.
.PHONY: dist-needs
dist-needs:
	@$(DIST) needs

dist: dist-needs recorder library wheel npm  ## make the packages for people without Swift, in build/dist: archives, deb, wheel, npm, image
	@$(DIST) dist

test-dist: dist  ## use each package of build/dist as its users would
	@Tests/Fronts/PackageTests/run build/dist

uninstall:  ## remove what install has installed
	rm -f $(INSTALLED)

clean:  ## remove everything that was built
	rm -rf build $(SCRATCH)
