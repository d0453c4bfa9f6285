#pragma once

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// The main function of libFuzzer, which is part of the compiler's runtime. Calls `test` with one input after another.
int LLVMFuzzerRunDriver(
    int *count, char *_Nullable *_Nonnull *_Nonnull arguments,
    int (*test)(const uint8_t *_Nullable bytes, size_t count));

enum cfuzzer_verdict {
  /// The stream is complete.
  CFUZZER_DONE,
  /// The stream is truncated, or its contents are larger than the output.
  CFUZZER_INCOMPLETE,
  CFUZZER_DAMAGED,
};

/// Decompresses a stream (RFC 1950) with zlib. Its checksum may be wrong. Matches can only refer to the window that the
/// header states. `count` and `room` are the bytes available, and become the bytes used.
enum cfuzzer_verdict cfuzzer_inflate(
    const uint8_t *_Nullable stream, size_t *count, uint8_t *output, size_t *room);

uint32_t cfuzzer_adler32(const uint8_t *_Nullable bytes, size_t count);

uint32_t cfuzzer_crc32(const uint8_t *_Nullable bytes, size_t count);

#pragma clang assume_nonnull end
