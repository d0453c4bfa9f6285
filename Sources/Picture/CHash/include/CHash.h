#pragma once

#include <stddef.h>
#include <stdint.h>

// Hashing with the instructions of the processor.

#pragma clang assume_nonnull begin

/// Whether this processor has instructions for SHA-256.
_Bool chash_has_sha256(void);

/// Applies the compression function of SHA-256 (FIPS 180-4, 6.2.2) to `count` blocks of 64 bytes, with these
/// instructions. `state`: eight words. `constants`: the 64 words of FIPS 180-4, 4.2.2.
void chash_sha256(uint32_t *state, const uint8_t *blocks, size_t count, const uint32_t *constants);

#pragma clang assume_nonnull end
