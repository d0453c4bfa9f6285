// Decimal numbers that the JSON reader passes on to Swift's library, and the product of 128-bit numbers.

#include <stddef.h>
#include <stdint.h>

/// A whole number, the lowest word first. 160 words hold 800 digits times any power of ten that a double can have.
enum { WORDS = 160 };
struct whole {
  uint32_t words[WORDS];
  int count;
};

static void multiply(struct whole *number, uint32_t factor, uint32_t carry) {
  for (int i = 0; i < number->count; i++) {
    const uint64_t product = (uint64_t)number->words[i] * factor + carry;
    number->words[i] = (uint32_t)product;
    carry = product >> 32;
  }
  if (carry && number->count < WORDS) number->words[number->count++] = carry;
}

static void multiply_by_ten(struct whole *number, int times) {
  for (; times >= 9; times -= 9) multiply(number, 1000000000, 0);
  for (; times > 0; times--) multiply(number, 10, 0);
}

static int compare(const struct whole *a, const struct whole *b) {
  if (a->count != b->count) return a->count < b->count ? -1 : 1;
  for (int i = a->count - 1; i >= 0; i--) {
    if (a->words[i] != b->words[i]) return a->words[i] < b->words[i] ? -1 : 1;
  }
  return 0;
}

static void subtract(struct whole *a, const struct whole *b) {
  uint64_t borrow = 0;
  for (int i = 0; i < a->count; i++) {
    const uint64_t other = (i < b->count ? b->words[i] : 0) + borrow;
    borrow = a->words[i] < other;
    a->words[i] -= (uint32_t)other;
  }
  while (a->count > 0 && a->words[a->count - 1] == 0) a->count--;
}

/// The double nearest to digits times a power of two plus less than one such unit, ties to even.
///
/// - bits: The first 64 bits, the highest of which is set.
/// - rest: Whether more follows.
static double assembled(uint64_t bits, _Bool rest, int exponent) {
  // The value is bits * 2^exponent; a double keeps 53 bits, or fewer below 2^-1022.
  int dropped = 11;
  if (exponent + dropped < -1074) dropped = -1074 - exponent;
  uint64_t kept = dropped < 64 ? bits >> dropped : 0;
  const uint64_t half = dropped <= 64 ? (uint64_t)1 << (dropped - 1) : 0;
  const uint64_t below = dropped < 64 ? bits & (((uint64_t)1 << dropped) - 1) : bits;
  if (half && (below > half || (below == half && (rest || kept & 1)))) kept++;
  int power = exponent + dropped;
  if (kept >> 53) {
    kept >>= 1;
    power++;
  }
  if (kept == 0) return 0;
  uint64_t word;
  if (kept >> 52) {
    if (power > 971) return __builtin_inf();
    word = (kept & (((uint64_t)1 << 52) - 1)) | (uint64_t)(power + 1075) << 52;
  } else {
    word = kept;
  }
  return __builtin_bit_cast(double, word);
}

/// Reads a decimal number, as Swift's library asks. Returns its end; NULL if there is none.
const char *_swift_stdlib_strtod_clocale(const char *text, double *result) {
  const char *at = text;
  const _Bool negative = *at == '-';
  if (*at == '-' || *at == '+') at++;
  struct whole number = {.count = 0};
  int digits = 0, power = 0;
  _Bool any = 0, point = 0, rest = 0;
  for (;; at++) {
    if (*at == '.' && !point) {
      point = 1;
      continue;
    }
    if (*at < '0' || *at > '9') break;
    any = 1;
    if (digits < 800) {
      if (digits > 0 || *at != '0') {
        digits++;
        multiply(&number, 10, (uint32_t)(*at - '0'));
        if (number.count == 0) number.words[number.count++] = (uint32_t)(*at - '0');
      }
      if (point) power--;
    } else {
      rest |= *at != '0';
      if (!point) power++;
    }
    if (power > 100000 || power < -100000) break;
  }
  while (*at >= '0' && *at <= '9') at++;
  if (!any) return NULL;
  if (*at == 'e' || *at == 'E') {
    const char *exponent = at + 1;
    const _Bool down = *exponent == '-';
    if (*exponent == '-' || *exponent == '+') exponent++;
    if (*exponent < '0' || *exponent > '9') return NULL;
    int value = 0;
    for (; *exponent >= '0' && *exponent <= '9'; exponent++) {
      if (value < 1000000) value = value * 10 + (*exponent - '0');
    }
    power += down ? -value : value;
    at = exponent;
  }
  double magnitude;
  if (number.count == 0 || digits + power < -330) {
    magnitude = 0;
  } else if (digits + power > 310) {
    magnitude = __builtin_inf();
  } else {
    struct whole divisor = {.words = {1}, .count = 1};
    if (power > 0) multiply_by_ten(&number, power);
    if (power < 0) multiply_by_ten(&divisor, -power);
    // Doubled or halved until the quotient is from 1 up to 2.
    int exponent = 0;
    while (compare(&number, &divisor) < 0) {
      multiply(&number, 2, 0);
      exponent--;
    }
    for (;;) {
      struct whole twice = divisor;
      multiply(&twice, 2, 0);
      if (compare(&number, &twice) < 0) break;
      divisor = twice;
      exponent++;
    }
    uint64_t bits = 0;
    for (int i = 0; i < 64; i++) {
      bits <<= 1;
      if (compare(&number, &divisor) >= 0) {
        subtract(&number, &divisor);
        bits |= 1;
      }
      multiply(&number, 2, 0);
    }
    magnitude = assembled(bits, rest || number.count > 0, exponent - 63);
  }
  *result = negative ? -magnitude : magnitude;
  return at;
}

__int128 __multi3(__int128 a, __int128 b) {
  const uint64_t a0 = (uint64_t)a, b0 = (uint64_t)b;
  const uint64_t a_low = (uint32_t)a0, a_high = a0 >> 32, b_low = (uint32_t)b0, b_high = b0 >> 32;
  const uint64_t low = a_low * b_low, middle = a_high * b_low + (low >> 32);
  const uint64_t other = a_low * b_high + (uint32_t)middle;
  uint64_t high = a_high * b_high + (middle >> 32) + (other >> 32);
  high += (uint64_t)(a >> 64) * b0 + a0 * (uint64_t)(b >> 64);
  return (__int128)((unsigned __int128)high << 64 | (other << 32 | (uint32_t)low));
}
