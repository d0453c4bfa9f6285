# The engine without the package manager, for what that does not build for: each module is one call of the compiler. The
# sources are those of the package; Engine has what stands for threads, files and libpng.
#
# web.mk in Web and library.mk in Library include it. They set OUT, the folder for what is built; PLATFORM, the folder in
# Sources/Fronts with a Synchronization; TARGET; SWIFT_FLAGS; C_FLAGS; C_SOURCES; and what only one of them has.

SWIFT = swift
COMPILER := $(shell command -v $(SWIFT))c
TOOLCHAIN := $(dir $(shell readlink -f $(COMPILER)))
TABLES := $(TOOLCHAIN)../lib/swift/embedded/$(TARGET)/libswiftUnicodeDataTables.a

MODULES := Synchronization Geometry Files JSON TouchLog Fonts Lettering Ink Raster Deflate PNG Compare Rendering XML SVG HostEngine \
  $(EXTRA_MODULES)
swift = $(sort $(shell find Sources/*/$(1) -name '*.swift'))
Files_SOURCES := $(addprefix Sources/Base/Files/,ByteStreams.swift FileError.swift FilePath.swift) $(call swift,Engine/Platform)
PNG_SOURCES := $(addprefix Sources/Picture/PNG/,ImageError.swift PNGChunks.swift PNGMetadata.swift) $(call swift,Engine/PNG) \
  $(filter-out $(addprefix %/,ParallelRowCompressor.swift SmallPNGEncoder.swift CompressionMethod+Candidates.swift \
    CompressedPixels+Library.swift LibraryEncoder.swift),$(call swift,PNG/Writing))
Compare_SOURCES := Sources/Picture/Compare/SHA256.swift Sources/Picture/Compare/PixelHash.swift
Synchronization_SOURCES := $(call swift,$(PLATFORM)/Synchronization)
# Without threads, and without comparing.
Rendering_SOURCES := $(filter-out %/ConcurrentRenderer.swift %/RendererComparison.swift,$(call swift,Rendering))
# Only escaping.
XML_SOURCES := Sources/Base/XML/XMLEscaping.swift
Exports_SOURCES = $(call swift,Engine/Exports) $(EXTRA_EXPORTS)
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
HostEngine_NEEDS := SVG Compare

C_MODULES := CLanes CRaster CHash CDeflate CPNG
C_OBJECTS = $(patsubst %.c,$(OUT)/%.c.o,$(C_SOURCES))
INCLUDES := $(foreach module,$(C_MODULES),-I$(wildcard Sources/*/$(module)/include))

.PHONY: can-build
can-build:
	@test -e $(TABLES)

COMPILE = $(COMPILER) -target $(TARGET) -enable-experimental-feature Embedded -swift-version 6 -wmo \
  -parse-as-library -strict-memory-safety -warnings-as-errors -package-name doodle -Xfrontend -disable-stack-protector \
  $(SWIFT_FLAGS) $(addprefix -Xcc ,$(INCLUDES) $(C_MODULES:%=-fmodule-map-file=$(OUT)/%.modulemap)) -I $(OUT) \
  -module-name $(or $(MODULE),$(*F))

define needs
$(OUT)/$(1).swiftmodule: $$($(1)_SOURCES) $$($(1)_NEEDS:%=$(OUT)/%.swiftmodule) $(C_MODULES:%=$(OUT)/%.modulemap)
endef
$(foreach module,$(MODULES),$(eval $(call needs,$(module))))

$(OUT)/%.swiftmodule:
	@$(COMPILE) -emit-module -emit-module-path $@ $($(*F)_SOURCES)

# All code is in the object of the last module: the others are compiled as far as it needs to see them.
$(OUT)/Exports.o: $(Exports_SOURCES) $(MODULES:%=$(OUT)/%.swiftmodule)
	@$(COMPILE) -c -o $@ $(Exports_SOURCES)

$(OUT)/%.modulemap: Sources/Fronts/Engine/modules.mk
	@mkdir -p $(@D)
	@echo 'module $* { header "$(CURDIR)/$(wildcard Sources/*/$*/include/$*.h)" export * }' > $@

$(OUT)/%.c.o: %.c $(wildcard Sources/Picture/CRaster/*.h)
	@mkdir -p $(@D)
	$(TOOLCHAIN)clang --target=$(or $(C_TARGET),$(TARGET)) -O2 $(C_FLAGS) $(INCLUDES) -c -o $@ $<
