# Builds libdoodle for C and other languages: `make library`. Needs nothing but the Swift toolchain and a C library.

# Another processor than x86_64 makes $(OUT)/hashes alone: a program of the tests, linked statically, for qemu-user.
PROCESSOR = x86_64
OUT := $(SCRATCH)/library
TARGET := x86_64-unknown-linux-gnu
ifneq ($(PROCESSOR),x86_64)
OUT := $(SCRATCH)/$(PROCESSOR)
TARGET := $(PROCESSOR)-none-none-$(if $(filter riscv64,$(PROCESSOR)),eabi,elf)
C_TARGET := $(PROCESSOR)-linux-gnu
SYSTEM := -isystem /usr/$(C_TARGET)/include $(if $(filter riscv64,$(PROCESSOR)),-march=rv64gc -mabi=lp64d)
endif
PLATFORM := Library
SWIFT_FLAGS := -O $(addprefix -Xcc ,$(SYSTEM)) -Xcc -ISources/Fronts/Library/C -Xcc -fmodule-map-file=Sources/Fronts/Library/C/CLock.modulemap
# Runs with C libraries since glibc 2.17: what newer ones have is not asked.
C_FLAGS := $(SYSTEM) -fPIC -fvisibility=hidden -ffunction-sections -DOLD_C_LIBRARY -ISources/Fronts/Library/C
C_SOURCES := $(wildcard Sources/Fronts/Library/C/*.c Sources/Fronts/Engine/C/*.c Sources/Picture/CRaster/*.c Sources/Picture/CHash/*.c)
EXTRA_MODULES := DataSets
# Sketches, without the files that hold them.
DataSets_SOURCES := $(addprefix Sources/Work/DataSets/,Pictures/Channel.swift Pictures/PictureForm.swift \
  Pictures/SketchPainter.swift Sketches/Sketch.swift)
DataSets_NEEDS := Ink Raster
EXTRA_EXPORTS := $(wildcard Sources/Fronts/Library/Exports/*.swift)
include Sources/Fronts/Engine/modules.mk

OBJECTS := $(OUT)/Exports.o $(C_OBJECTS)
# The number that changes when a program must be compiled anew.
ABI := 0

PREFIX = /usr/local
.PHONY: library
library: build/libdoodle.so.$(ABI) build/libdoodle.a
	@ln -sf libdoodle.so.$(ABI) build/libdoodle.so
	@cp Sources/Fronts/Library/doodle.h build/
	@sed 's|@VERSION@|$(VERSION)|; s|@PREFIX@|$(PREFIX)|' Sources/Fronts/Library/doodle.pc.in > build/doodle.pc

$(OUT)/exported.map: Sources/Fronts/Library/doodle.h
	@echo '{ global: doodle_*; local: *; };' > $@

build/libdoodle.so.$(ABI): $(OBJECTS) $(OUT)/exported.map
	@mkdir -p $(@D)
	$(TOOLCHAIN)clang --target=$(TARGET) -shared -fuse-ld=lld -Wl,-soname,libdoodle.so.$(ABI) -Wl,--gc-sections \
	  -Wl,--version-script=$(OUT)/exported.map -Wl,-s -Wl,-z,defs -Wl,--build-id=none -o $@ $(OBJECTS) $(TABLES) -lm -lpthread

# One object whose other symbols cannot meet those of a program.
build/libdoodle.a: $(OBJECTS)
	@mkdir -p $(@D)
	$(TOOLCHAIN)ld.lld -r -o $(OUT)/all.o $(OBJECTS) $(TABLES)
	$(TOOLCHAIN)llvm-objcopy --wildcard --keep-global-symbol='doodle_*' $(OUT)/all.o $(OUT)/library.o
	@rm -f $@
	$(TOOLCHAIN)llvm-ar rcsD $@ $(OUT)/library.o

# For systems with musl, such as Alpine: the same code of Swift, and C compiled for its headers. Debian has it in musl-dev. Of
# the compiler's own library come only functions for whole numbers.
MUSL := x86_64-linux-musl
MUSL_OBJECTS := $(patsubst %.c,$(OUT)/musl/%.o,$(C_SOURCES))

.PHONY: musl has-musl
has-musl:
	@test -e /usr/lib/$(MUSL)/libc.so

musl: build/musl/libdoodle.so.$(ABI)
	@cp Sources/Fronts/Library/doodle.h build/musl/

$(OUT)/musl/%.o: %.c $(wildcard Sources/Picture/CRaster/*.h)
	@mkdir -p $(@D)
	$(TOOLCHAIN)clang --target=$(TARGET) -nostdlibinc -isystem /usr/include/$(MUSL) -O2 $(C_FLAGS) $(INCLUDES) -c -o $@ $<

build/musl/libdoodle.so.$(ABI): $(OUT)/Exports.o $(MUSL_OBJECTS) $(OUT)/exported.map
	@mkdir -p $(@D)
	$(TOOLCHAIN)clang --target=$(TARGET) -shared -nostdlib -fuse-ld=lld -Wl,-soname,libdoodle.so.$(ABI) -Wl,--gc-sections \
	  -Wl,--version-script=$(OUT)/exported.map -Wl,-s -Wl,-z,defs -Wl,--build-id=none -o $@ $(OUT)/Exports.o $(MUSL_OBJECTS) \
	  $(TABLES) -L/usr/lib/$(MUSL) -lc "$$($(TOOLCHAIN)clang --target=$(TARGET) --rtlib=libgcc -print-libgcc-file-name)"

# The toolchain's tables say that they pass floating-point numbers in other registers than Linux does, but pass none: byte 48
# of an ELF file has the processor's flags, here 1 for compressed instructions and 4 for doubles in registers.
ifeq ($(PROCESSOR),riscv64)
PROGRAM_TABLES := $(OUT)/tables.a
$(OUT)/tables.a:
	@mkdir -p $(OUT)/tables
	@cd $(OUT)/tables && $(TOOLCHAIN)llvm-ar x $(abspath $(TABLES)) && \
	  for object in *.o; do printf '\005' | dd of="$$object" bs=1 seek=48 conv=notrunc status=none; done
	@$(TOOLCHAIN)llvm-ar rcs $@ $(OUT)/tables/*.o
else
PROGRAM_TABLES := $(TABLES)
endif

$(OUT)/hashes: Tests/Fronts/LibraryTests/hashes.c $(OBJECTS) $(PROGRAM_TABLES)
	$(TOOLCHAIN)clang --target=$(C_TARGET) $(SYSTEM) -O2 -D_GNU_SOURCE -static -fuse-ld=lld -ISources/Fronts/Library -o $@ $^ \
	  -lm -lpthread

# The same with the kernels of one instruction set, which draw one group of eight pixels at once, or two.
KERNELS := plain plain-pairs avx2 avx2-pairs
.PHONY: kernels
kernels: $(KERNELS:%=$(OUT)/hashes-%)
OTHERS = $(OUT)/Exports.o $(filter-out $(OUT)/Sources/Picture/CRaster/%,$(C_OBJECTS))
$(OUT)/hashes-%: Tests/Fronts/LibraryTests/hashes.c $(OTHERS) $(wildcard Sources/Picture/CRaster/*)
	$(TOOLCHAIN)clang --target=$(TARGET) -O2 $(C_FLAGS) -D_GNU_SOURCE -DWIDEST=RASTER_$(if $(filter avx2%,$*),AVX2,PLAIN) \
	  $(if $(filter %-pairs,$*),-DGROUPS=2) -ISources/Fronts/Library $(INCLUDES) -fuse-ld=lld -o $@ $< Sources/Picture/CRaster/*.c $(OTHERS) \
	  $(TABLES) -lm -lpthread

# Programs that test the library, with all of its code under a sanitizer.
SANITIZED := $(OUT)/threads $(OUT)/fuzz
# The thread sanitizer of this toolchain calls Dispatch.
DISPATCH := $(TOOLCHAIN)../lib/swift/linux
$(OUT)/threads: SANITIZER := thread
$(OUT)/threads: NEEDED := -L$(DISPATCH) -Wl,-rpath,$(DISPATCH) -ldispatch -lBlocksRuntime
$(OUT)/fuzz: SANITIZER := fuzzer,address
# Private, because the modules that the programs need have their own names.
$(SANITIZED): private MODULE := Exports
$(SANITIZED): $(OUT)/%: Tests/Fronts/LibraryTests/%.c $(OUT)/Exports.o $(C_SOURCES)
	@$(COMPILE) -sanitize=$(SANITIZER) -c -o $@.o $(Exports_SOURCES)
	$(TOOLCHAIN)clang -fsanitize=$(SANITIZER) -O1 -g -fuse-ld=lld -DOLD_C_LIBRARY -ISources/Fronts/Library -ISources/Fronts/Library/C $(INCLUDES) \
	  -o $@ $< $@.o $(C_SOURCES) $(TABLES) $(NEEDED) -lm -lpthread
