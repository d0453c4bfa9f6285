// Memory for Swift: blocks of any size, which join their free neighbors when they are freed.
//
// Free blocks of about the same size are in one list; four lists share each doubling of the size (segregated fit, as in
// Wilson et al., Dynamic Storage Allocation: A Survey and Critical Review, 1995).

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/// The header before the bytes of a block. Blocks follow each other without gaps.
struct block {
  /// The size of the block before it, in bytes with its header; 0 for the first one.
  size_t before;
  /// The size in bytes with this header, a multiple of 16; the lowest bit tells whether the block is in use.
  size_t size;
  /// Of free blocks: their neighbors in the list.
  struct block *next, *previous;
};

enum { HEADER = 8, UNIT = 16, LEAST = 32, LISTS = 4 * 32, PAGE = 65536 };

static struct block *lists[LISTS];
static uint32_t filled[LISTS / 32];
/// The last block, which has no bytes and is always in use.
static struct block *last;

extern uint8_t __heap_base;

static size_t size_of(const struct block *block) { return block->size & ~(size_t)1; }
static struct block *after(struct block *block) { return (struct block *)((uint8_t *)block + size_of(block)); }

/// The list of blocks of a size; all blocks of later lists are larger.
static int list_of(size_t size) {
  const int power = 31 - __builtin_clz((uint32_t)size);
  return 4 * power + (int)(size >> (power - 2) & 3);
}

static void insert(struct block *block) {
  const int list = list_of(block->size);
  block->previous = NULL;
  block->next = lists[list];
  if (block->next) block->next->previous = block;
  lists[list] = block;
  filled[list / 32] |= 1u << list % 32;
}

static void take_out(struct block *block) {
  const int list = list_of(block->size);
  if (block->next) block->next->previous = block->previous;
  if (block->previous) {
    block->previous->next = block->next;
  } else {
    lists[list] = block->next;
    if (!block->next) filled[list / 32] &= ~(1u << list % 32);
  }
}

/// Makes a block free and joins it with free neighbors.
static void release(struct block *block) {
  size_t size = size_of(block);
  struct block *following = after(block);
  if (!(following->size & 1)) {
    take_out(following);
    size += following->size;
  }
  if (block->before) {
    struct block *preceding = (struct block *)((uint8_t *)block - block->before);
    if (!(preceding->size & 1)) {
      take_out(preceding);
      size += preceding->size;
      block = preceding;
    }
  }
  block->size = size;
  after(block)->before = size;
  insert(block);
}

/// Gets memory from the page for a block of a size. Returns false if there is none.
static _Bool grow(size_t size) {
  if (!last) {
    // The bytes of blocks are aligned; their headers end there.
    uintptr_t start = ((uintptr_t)&__heap_base + HEADER + UNIT - 1) / UNIT * UNIT - HEADER;
    const uintptr_t end = (uintptr_t)__builtin_wasm_memory_size(0) * PAGE;
    if (start + HEADER > end && __builtin_wasm_memory_grow(0, 1) == SIZE_MAX) return 0;
    last = (struct block *)start;
    last->before = 0;
    last->size = 1;
  }
  const uintptr_t end = (uintptr_t)__builtin_wasm_memory_size(0) * PAGE;
  const uintptr_t needed = (uintptr_t)last + size + HEADER;
  if (needed < size) return 0;
  if (needed > end) {
    const size_t pages = (needed - end + PAGE - 1) / PAGE;
    // Ask for more than needed, so that this seldom happens; if that fails, only for what is needed.
    const size_t more = pages + (end >> 3) / PAGE;
    if (__builtin_wasm_memory_grow(0, more) == SIZE_MAX && __builtin_wasm_memory_grow(0, pages) == SIZE_MAX) return 0;
  }
  const uintptr_t top = (uintptr_t)__builtin_wasm_memory_size(0) * PAGE;
  struct block *block = last;
  block->size = (top - HEADER - (uintptr_t)block) / UNIT * UNIT;
  last = after(block);
  last->before = block->size;
  last->size = 1;
  block->size |= 1;
  release(block);
  return 1;
}

static struct block *find(size_t size) {
  // A block of the size's own list may be too small.
  int list = list_of(size);
  for (struct block *block = lists[list]; block; block = block->next) {
    if (block->size >= size) return block;
  }
  list++;
  uint32_t later = list < LISTS ? filled[list / 32] >> list % 32 << list % 32 : 0;
  for (int word = list / 32; word < LISTS / 32; word++) {
    if (word > list / 32) later = filled[word];
    if (later) return lists[32 * word + __builtin_ctz(later)];
  }
  return NULL;
}

/// Ends a block in use at a size, and frees the rest.
static void shorten(struct block *block, size_t size) {
  const size_t rest = size_of(block) - size;
  if (rest < LEAST) return;
  block->size = size | 1;
  struct block *other = after(block);
  other->before = size;
  other->size = rest | 1;
  after(other)->before = rest;
  release(other);
}

void *malloc(size_t count) {
  if (count > SIZE_MAX / 2) return NULL;
  size_t size = (count + HEADER + UNIT - 1) / UNIT * UNIT;
  if (size < LEAST) size = LEAST;
  struct block *block = find(size);
  if (!block) {
    if (!grow(size)) return NULL;
    block = find(size);
    if (!block) return NULL;
  }
  take_out(block);
  block->size |= 1;
  shorten(block, size);
  return (uint8_t *)block + HEADER;
}

void free(void *bytes) {
  if (!bytes) return;
  struct block *block = (struct block *)((uint8_t *)bytes - HEADER);
  block->size &= ~(size_t)1;
  release(block);
}

int posix_memalign(void **result, size_t alignment, size_t count) {
  if (alignment <= UNIT) {
    *result = malloc(count);
    return *result ? 0 : 12;
  }
  // Large enough to begin a second block at the alignment.
  uint8_t *bytes = malloc(count + alignment + LEAST);
  if (!bytes) return 12;
  uintptr_t place = (uintptr_t)bytes;
  if (place % alignment != 0) {
    place = (place + LEAST + alignment - 1) / alignment * alignment;
    struct block *block = (struct block *)(bytes - HEADER);
    struct block *aligned = (struct block *)(place - HEADER);
    const size_t first = (uintptr_t)aligned - (uintptr_t)block;
    aligned->before = first;
    aligned->size = (size_of(block) - first) | 1;
    after(aligned)->before = size_of(aligned);
    block->size = first;
    release(block);
  }
  *result = (void *)place;
  return 0;
}

__attribute__((export_name("doodle_allocate"))) void *doodle_allocate(size_t count) { return malloc(count); }
__attribute__((export_name("doodle_free"))) void doodle_free(void *bytes) { free(bytes); }
