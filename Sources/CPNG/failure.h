#pragma once

#include <png.h>

/// What libpng said when it gave up. It outlives the jump out of libpng because it stands in the object.
struct cpng_failure {
  char words[256];
};

/// libpng's error function; its error pointer is a `struct cpng_failure`.
void cpng_fail(png_structp png, png_const_charp words) __attribute__((noreturn));

void cpng_ignore_warning(png_structp png, png_const_charp words);
