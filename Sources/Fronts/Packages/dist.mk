# Makes what people install who have no Swift, in build/dist: `make dist`. The same files give the same bytes: names are sorted,
# and times, owners and the compressor's header are fixed.

DIST := build/dist
# The time of all files, the beginning of 2026.
TIME := 1767225600
WORK := build/packages
NAME := doodle-$(VERSION)-linux-x86_64
DEB := $(DIST)/doodle-ink_$(VERSION)_amd64.deb
TREE := $(WORK)/$(NAME)
LIBRARY_TREE := $(WORK)/libdoodle-$(VERSION)-linux-x86_64
PACK = tar -C $(WORK) --sort=name --mtime=@$(TIME) --owner=0 --group=0 --numeric-owner -cf - $(notdir $(1)) | gzip -9n > $(DIST)/$(notdir $(1)).tar.gz

# Debian has the licenses of what is linked statically.
NOTICES := $(wildcard $(patsubst %,/usr/share/doc/%/copyright,libc6 libstdc++6 libpng16-16 zlib1g)) \
  $(wildcard $(dir $(shell readlink -f "$$(command -v swiftc)"))../share/swift/LICENSE.txt)

# The packages of Debian that decide the bytes, with the versions for which they were last tried.
NEEDED := Sources/Fronts/Packages/debian.txt

.PHONY: dist needs
needs:
	@command -v wasm-opt > /dev/null || { echo 'make dist needs wasm-opt (Debian: binaryen)' >&2; exit 1; }
	@missing=; while read -r package version; do \
	  found=$$(dpkg-query -W -f '$${Version}' "$$package" 2> /dev/null || true); \
	  if [ -z "$$found" ]; then missing="$$missing $$package"; fi; \
	  if [ -n "$$found" ] && [ "$$found" != "$$version" ]; then \
	    echo "$$package is $$found, not $$version as in $(NEEDED): other bytes are possible"; fi; done < $(NEEDED); \
	if [ -n "$$missing" ]; then echo "make dist needs packages of Debian that are missing:$$missing" >&2; exit 1; fi

dist: needs
	@rm -rf $(DIST) $(WORK) && mkdir -p $(DIST) $(TREE) $(LIBRARY_TREE)
	@test $(words $(NOTICES)) = 5 || { echo 'the licenses of glibc, libstdc++, libpng, zlib or Swift are missing' >&2; exit 1; }
	@cat Sources/Fronts/Packages/LICENSE.txt > $(WORK)/LICENSE
	@for notice in $(NOTICES); do printf '\n== %s\n\n' "$$(basename "$$(dirname "$$notice")")"; cat "$$notice"; done > $(WORK)/NOTICES
	@$(MAKE) --no-print-directory -s install DESTDIR=$(TREE) PREFIX= > /dev/null
	@cp $(WORK)/LICENSE $(WORK)/NOTICES $(TREE)/
	@$(call PACK,$(TREE))
	@$(MAKE) --no-print-directory -s install-library DESTDIR=$(LIBRARY_TREE) PREFIX= > /dev/null
	@cp $(WORK)/LICENSE $(WORK)/NOTICES $(LIBRARY_TREE)/
	@$(call PACK,$(LIBRARY_TREE))
	@$(MAKE) --no-print-directory -f Sources/Fronts/Packages/dist.mk $(DEB) VERSION=$(VERSION)
	@cp build/doodle_ink-$(VERSION)-*.whl build/doodle-ink-$(VERSION).tgz $(DIST)/
	@sed 's|@NAME@|$(NAME)|' Sources/Fronts/Packages/Dockerfile.in > $(DIST)/Dockerfile
	@$(PYTHON) -B Sources/Fronts/Packages/oci.py $(DIST)/$(NAME).tar.gz $(DIST)/$(NAME).oci.tar --version $(VERSION) --time $(TIME) \
	  --entrypoint /$(NAME)/bin/doodle
	@{ dpkg-query -W -f '$${Package} $${Version}\n' $$(cut -d ' ' -f 1 $(NEEDED)); \
	  swiftc --version 2>&1 | sed -n 's/.*Swift version \([^ ]*\).*/swift \1/p'; } > $(DIST)/PACKAGES.txt
	@$(PYTHON) -B Sources/Fronts/Packages/spdx.py --version $(VERSION) --time $(TIME) --packages $(DIST)/PACKAGES.txt \
	  $(DIST)/*.gz $(DIST)/*.tar $(DIST)/*.deb $(DIST)/*.whl $(DIST)/*.tgz > $(DIST)/doodle-$(VERSION).spdx.json
	@$(DOODLE) hash Examples/*.jsonl > $(DIST)/hashes.txt
	@cd $(DIST) && sha256sum * > $(WORK:build/%=../%)/SHA256SUMS && mv ../packages/SHA256SUMS .
	@sed 1q Sources/Fronts/Packages/LICENSE.txt
	@cat $(DIST)/SHA256SUMS

$(DEB):
	@mkdir -p $(WORK)/deb/DEBIAN $(WORK)/deb/usr $(WORK)/deb/usr/share/doc/doodle-ink
	@cp -a $(TREE)/bin $(TREE)/share $(WORK)/deb/usr/
	@gzip -9n $(WORK)/deb/usr/share/man/man?/*
	@sed '/^ *Apache License$$/,/^## Runtime/ { /^## Runtime/!d }' $(WORK)/NOTICES | cat $(WORK)/LICENSE - \
	  > $(WORK)/deb/usr/share/doc/doodle-ink/copyright
	@echo 'Swift is under the Apache License 2.0, which is in /usr/share/common-licenses, with the exception above.' \
	  >> $(WORK)/deb/usr/share/doc/doodle-ink/copyright
	@printf 'doodle-ink ($(VERSION)) unstable; urgency=low\n\n  * See the changelog of the sources.\n\n -- %s  %s\n' \
	  "$$(sed -n 's/^Maintainer: //p' Sources/Fronts/Packages/control.in)" "$$(LC_ALL=C date -u -R -d @$(TIME))" \
	  | gzip -9n > $(WORK)/deb/usr/share/doc/doodle-ink/changelog.gz
	@sed 's|@VERSION@|$(VERSION)|; s|@SIZE@|'"$$(du -sk $(WORK)/deb/usr | cut -f1)"'|' Sources/Fronts/Packages/control.in > $(WORK)/deb/DEBIAN/control
	@find $(WORK)/deb -exec touch -h -d @$(TIME) {} +
	@SOURCE_DATE_EPOCH=$(TIME) dpkg-deb --root-owner-group -Zxz --build $(WORK)/deb $@ > /dev/null
