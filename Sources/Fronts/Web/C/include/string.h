#pragma once

#include <stddef.h>

// The part of the standard header that the project's C and the compiler need.

void *memcpy(void *restrict target, const void *restrict source, size_t count);
void *memmove(void *target, const void *source, size_t count);
void *memset(void *target, int byte, size_t count);
int memcmp(const void *one, const void *other, size_t count);
