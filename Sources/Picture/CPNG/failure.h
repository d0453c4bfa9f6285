#pragma once

#include <png.h>

/// The message of libpng's error. It is a member of the reader or writer, so that it is valid after the longjmp.
struct cpng_failure {
  char message[256];
};

/// libpng's error function; its error pointer is a `struct cpng_failure`.
void cpng_fail(png_structp png, png_const_charp message) __attribute__((noreturn));

void cpng_ignore_warning(png_structp png, png_const_charp message);
