#include "failure.h"

#include <stdio.h>

void cpng_fail(png_structp png, png_const_charp words) {
  struct cpng_failure *failure = png_get_error_ptr(png);
  snprintf(failure->words, sizeof failure->words, "%s", words);
  png_longjmp(png, 1);
}

void cpng_ignore_warning(png_structp png, png_const_charp words) {
  (void)png;
  (void)words;
}
