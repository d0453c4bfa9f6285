# Builds the engine for browsers, build/doodle.wasm: `make wasm`. Needs nothing but the Swift toolchain;
# wasm-opt, of binaryen, makes it smaller and faster.

OUT := $(SCRATCH)/wasm
PLATFORM := Web
TARGET := wasm32-unknown-none-wasm
SWIFT_FLAGS := -Osize -Xcc -msimd128 -Xcc -ISources/Fronts/Web/C/include
C_FLAGS := -msimd128 -mbulk-memory -ffreestanding -ISources/Fronts/Web/C/include
C_SOURCES := $(wildcard Sources/Fronts/Web/C/*.c Sources/Fronts/Engine/C/*.c) Sources/Picture/CRaster/choice.c Sources/Picture/CRaster/plain.c
include Sources/Fronts/Engine/modules.mk

LINKED := $(OUT)/Exports.o $(C_OBJECTS)
LINK = $(TOOLCHAIN)wasm-ld --no-entry --gc-sections --stack-first -z stack-size=1048576 $(LINKED) $(TABLES)

# It has the names of functions, for profiles.
$(OUT)/linked.wasm: $(LINKED)
	@$(LINK) -o $@

# As it is without wasm-opt: without the names.
$(OUT)/stripped.wasm: $(LINKED)
	@$(LINK) --strip-all -o $@

# A seventh smaller, and faster. Nothing is at addresses up to 1024 (-lmu): the end of the stack, which is never reached. A
# large function stays apart also from its only caller (-ocimfs), so that the first part of the page has what strokes call.
OPTIMIZING := -O3 -lmu -ocimfs 500 --enable-simd --enable-bulk-memory --enable-sign-ext --enable-mutable-globals \
  --enable-nontrapping-float-to-int --strip-debug --strip-producers
# It changes when wasm-opt comes or goes: the engine is then made anew.
OPTIMIZER := $(OUT)/optimizer
$(shell mkdir -p $(OUT) && command -v wasm-opt > $(OPTIMIZER).now; cmp -s $(OPTIMIZER).now $(OPTIMIZER) || cp $(OPTIMIZER).now $(OPTIMIZER))
build/doodle.wasm: $(OUT)/linked.wasm $(OUT)/stripped.wasm $(OPTIMIZER)
	@mkdir -p $(@D)
	@if command -v wasm-opt >/dev/null; then wasm-opt $(OPTIMIZING) -o $@ $<; \
	  else cp $(OUT)/stripped.wasm $@; echo 'without wasm-opt (Debian: binaryen), $@ is larger and slower'; fi

# The engine in two parts, for a page that draws before the second has come: what the first strokes call, which a run of
# first-strokes.mjs finds, and the rest, which fills the first part's table of functions.
.PHONY: parts
parts: $(OUT)/rest.wasm
FEATURES := $(filter --enable-%,$(OPTIMIZING))
$(OUT)/rest.wasm: build/doodle.wasm Sources/Fronts/Web/first-strokes.mjs Sources/Fronts/Web/doodle.mjs
	@if command -v wasm-split >/dev/null && command -v node >/dev/null; then \
	  wasm-split --instrument $(FEATURES) $< -o $(OUT)/instrumented.wasm; \
	  node Sources/Fronts/Web/first-strokes.mjs $(OUT)/instrumented.wasm $(OUT)/first.profile; \
	  wasm-split --split $(FEATURES) --profile=$(OUT)/first.profile --export-prefix=% $< -o1 $(OUT)/first.wasm -o2 $@; \
	else \
	  cp $< $(OUT)/first.wasm; : > $@; \
	  echo 'without wasm-split (Debian: binaryen) and node, the recorder draws only when it is loaded as a whole'; \
	fi
