# Targets that test drawing code: add `include drawings.mk` to a project's Makefile.
#
# $(DRAWINGS) holds the recordings, each with its golden beside it. `make check-drawings` fails if a picture differs from
# its golden, and writes a web page that shows the difference. `make accept-drawings` makes the current pictures the
# goldens.

DOODLE ?= doodle
DRAWINGS ?= drawings
DRAWINGS_REPORT ?= build/drawings

.PHONY: check-drawings accept-drawings review-drawings

check-drawings:
	@mkdir -p $(DRAWINGS_REPORT)
	$(DOODLE) check $(DOODLE_FLAGS) --report $(DRAWINGS_REPORT)/report.html --junit $(DRAWINGS_REPORT)/junit.xml $(DRAWINGS)

accept-drawings:
	$(DOODLE) accept --prune $(DRAWINGS)

review-drawings:
	$(DOODLE) accept --review $(DRAWINGS)
