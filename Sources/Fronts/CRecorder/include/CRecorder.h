#pragma once

#include <stddef.h>
#include <stdint.h>

// The files that a page of the recorder is made of.

#pragma clang assume_nonnull begin

typedef struct {
  const uint8_t *bytes;
  size_t count;
} crecorder_file;

/// `crecorder_file_count` files: the page, its style, and its scripts in the order in which they must run.
const crecorder_file *crecorder_first_file(void);
extern const size_t crecorder_file_count;

/// The engine for browsers, compressed with gzip: what the first strokes need, and the rest. The first is empty in a build
/// without the engine; the rest is empty if the first is all of it.
extern const crecorder_file crecorder_engine;
extern const crecorder_file crecorder_rest;

#pragma clang assume_nonnull end
