#ifndef CPROCESS_H
#define CPROCESS_H

#include <stdbool.h>

/// Prepares the heap for a process that allocates tens of megabytes in small steps, on several threads, and keeps most
/// of it.
///
/// By default glibc grows the heap by 128 KiB at a time, on other threads by one page. The system then clears each page
/// of 4 KiB in a separate page fault, which takes a sixth of the time of a large drawing. After this call the heap
/// grows in large steps, in pages of 2 MiB if the system has them; only the part in use takes memory. Settings that the
/// system refuses are skipped. Does nothing with other C libraries.
///
/// Must be called before other threads start.
/// - `is_small`: Whether the heap grows in small steps nevertheless, for a process whose memory is limited.
void heap_prepare(bool is_small);

/// Gives each of `count` threads a heap of its own, so that they need not wait for each other to allocate memory. Does
/// nothing with other C libraries than glibc.
///
/// Must be called before other threads start.
void heap_divide(int threads);

/// The arguments of the process, of which the last is NULL, as the C library passed them: Swift reads them from /proc, which
/// may be missing. NULL with other C libraries than glibc.
char *_Nullable *_Nullable process_arguments(void);

/// The number of processors that this process may use; 0 if the system does not report it.
int allowed_processor_count(void);

/// Calls `end` instead of printing the message of a runtime that ends the process because an allocation has failed, and
/// at once if there is no address space for 1 MiB of the caller's stack.
///
/// Swift's and C++'s runtimes have no other hook: they print a message to the stream `stderr` and abort. Everything else
/// that is printed to that stream still goes to standard error. Does nothing with other C libraries than glibc.
/// - `end`: Must not allocate, and must end the process.
void on_lack_of_memory(void (*_Nonnull end)(void));

/// Renames a file like rename(), but fails with EEXIST if `to` exists. Fails with EINVAL or ENOSYS if the file system or
/// the system has no such call.
int rename_unless_existing(const char *_Nonnull from, const char *_Nonnull to);

/// The number that statfs(2) lists for the file system of an open file. Returns -1 if the system refuses.
long long file_system_kind(int file);

/// Opens a file that lies below the directory `folder` after links are followed, like openat() without a mode. Fails
/// with EXDEV if the path leads out of the directory or has an absolute part, and with ENOSYS, or EPERM in a sandbox,
/// if there is no such call.
int open_beneath(int folder, const char *_Nonnull path, int flags);

/// Starts a thread that runs `body(context)`, that nobody joins, and that gets no signals but those of its own crash.
/// Returns 0, or an error code if the system refuses.
int thread_start(void (*_Nonnull body)(void *_Nullable context), void *_Nullable context);

#endif
