#pragma once

#include <stddef.h>

// What the project's C and the compiler need of the standard header.

void *memcpy(void *restrict target, const void *restrict source, size_t count);
void *memmove(void *target, const void *source, size_t count);
void *memset(void *target, int byte, size_t count);
int memcmp(const void *one, const void *other, size_t count);
