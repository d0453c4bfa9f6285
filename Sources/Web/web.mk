# Builds the engine for browsers, build/doodle.wasm: `make wasm`. Needs nothing but the Swift toolchain;
# wasm-opt, of binaryen, makes it smaller and faster.
#
# The package manager does not build for this platform, so that each module is one call of the compiler. The sources are
# those of the package; Platform, PNG and Synchronization stand for what a browser has not.

SWIFT = swift
WASM := $(SCRATCH)/wasm
COMPILER := $(shell command -v $(SWIFT))c
TOOLCHAIN := $(dir $(shell readlink -f $(COMPILER)))
TABLES := $(TOOLCHAIN)../lib/swift/embedded/wasm32-unknown-none-wasm/libswiftUnicodeDataTables.a
TARGET := wasm32-unknown-none-wasm

MODULES := Synchronization Geometry Files JSON TouchLog Fonts Lettering Ink Raster Deflate PNG Compare Rendering XML SVG WebEngine
swift = $(sort $(shell find Sources/$(1) -name '*.swift'))
Synchronization_SOURCES := $(call swift,Web/Synchronization)
Files_SOURCES := $(addprefix Sources/Files/,ByteStreams.swift FileError.swift FilePath.swift) $(call swift,Web/Platform)
PNG_SOURCES := $(addprefix Sources/PNG/,ImageError.swift PNGChunks.swift PNGMetadata.swift) $(call swift,Web/PNG) \
  $(filter-out $(addprefix %/,ParallelRowCompressor.swift SmallPNGEncoder.swift CompressionMethod+Candidates.swift \
    CompressedPixels+Library.swift),$(call swift,PNG/Writing))
Compare_SOURCES := Sources/Compare/SHA256.swift Sources/Compare/PixelHash.swift
# Without threads, and without comparing.
Rendering_SOURCES := $(filter-out %/ConcurrentRenderer.swift %/RendererComparison.swift,$(call swift,Rendering))
# Only escaping.
XML_SOURCES := Sources/XML/XMLEscaping.swift
# Without films.
SVG_SOURCES := $(filter-out Sources/SVG/Film/%,$(call swift,SVG))
WebExports_SOURCES := $(call swift,Web/Exports)
$(foreach module,$(filter-out Synchronization,$(MODULES)),$(eval $(module)_SOURCES ?= $(call swift,$(module))))

TouchLog_NEEDS := Geometry Files JSON Synchronization
Fonts_NEEDS := Geometry
Lettering_NEEDS := Fonts
Ink_NEEDS := TouchLog Lettering
Raster_NEEDS := Geometry Synchronization
PNG_NEEDS := Files Raster Deflate
Compare_NEEDS := Raster
Rendering_NEEDS := Ink Raster
SVG_NEEDS := PNG Rendering XML
WebEngine_NEEDS := SVG Compare

C_MODULES := CRaster CHash CDeflate CPNG
C_SOURCES := $(wildcard Sources/Web/C/*.c) Sources/CRaster/choice.c Sources/CRaster/plain.c
C_OBJECTS := $(patsubst %.c,$(WASM)/%.c.o,$(C_SOURCES))
INCLUDES := -ISources/Web/C/include $(C_MODULES:%=-ISources/%/include)

.PHONY: can-build
can-build:
	@test -e $(TABLES)

# All code is in the object of the last module: the others are compiled as far as it needs to see them.
LINKED := $(WASM)/WebExports.o $(C_OBJECTS)
LINK = $(TOOLCHAIN)wasm-ld --no-entry --gc-sections --stack-first -z stack-size=1048576 $(LINKED) $(TABLES)

# It has the names of functions, for profiles.
$(WASM)/linked.wasm: $(LINKED)
	@$(LINK) -o $@

# As it is without wasm-opt: without the names.
$(WASM)/stripped.wasm: $(LINKED)
	@$(LINK) --strip-all -o $@

# A seventh smaller, and faster. Nothing is at addresses up to 1024 (-lmu): the end of the stack, which is never reached.
OPTIMIZING := -O3 -lmu --enable-simd --enable-bulk-memory --enable-sign-ext --enable-mutable-globals \
  --enable-nontrapping-float-to-int --strip-debug --strip-producers
build/doodle.wasm: $(WASM)/linked.wasm $(WASM)/stripped.wasm
	@mkdir -p $(@D)
	@if command -v wasm-opt >/dev/null; then wasm-opt $(OPTIMIZING) -o $@ $<; \
	  else cp $(WASM)/stripped.wasm $@; echo 'without wasm-opt (Debian: binaryen), $@ is larger and slower'; fi

COMPILE = $(COMPILER) -target $(TARGET) -enable-experimental-feature Embedded -swift-version 6 -wmo -Osize \
  -parse-as-library -strict-memory-safety -warnings-as-errors -package-name doodle -Xfrontend -disable-stack-protector \
  $(addprefix -Xcc ,-msimd128 $(INCLUDES) $(C_MODULES:%=-fmodule-map-file=$(WASM)/%.modulemap)) -I $(WASM) \
  -module-name $(*F)

define needs
$(WASM)/$(1).swiftmodule: $$($(1)_SOURCES) $$($(1)_NEEDS:%=$(WASM)/%.swiftmodule) $(C_MODULES:%=$(WASM)/%.modulemap)
endef
$(foreach module,$(MODULES),$(eval $(call needs,$(module))))

$(WASM)/%.swiftmodule:
	@$(COMPILE) -emit-module -emit-module-path $@ $($(*F)_SOURCES)

$(WASM)/WebExports.o: $(WebExports_SOURCES) $(WASM)/WebEngine.swiftmodule
	@$(COMPILE) -c -o $@ $(WebExports_SOURCES)

$(WASM)/%.modulemap:
	@mkdir -p $(@D)
	@echo 'module $* { header "$(CURDIR)/Sources/$*/include/$*.h" export * }' > $@

$(WASM)/%.c.o: %.c $(wildcard Sources/CRaster/*.h)
	@mkdir -p $(@D)
	$(TOOLCHAIN)clang --target=wasm32-unknown-none -msimd128 -mbulk-memory -O2 -ffreestanding $(INCLUDES) -c -o $@ $<
