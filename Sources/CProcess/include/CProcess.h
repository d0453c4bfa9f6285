#ifndef CPROCESS_H
#define CPROCESS_H

/// Prepares the heap for a process that allocates tens of megabytes in small steps, on several threads, and keeps most
/// of it.
///
/// By default glibc grows the heap by 128 KiB at a time, on other threads by one page. The system then clears each page
/// of 4 KiB in a separate page fault, which takes a sixth of the time of a large drawing. After this call the heap
/// grows in large steps, in pages of 2 MiB if the system has them; only the part in use takes memory. Settings that the
/// system refuses are skipped. Does nothing with other C libraries.
///
/// Must be called before other threads start.
void heap_prepare(void);

/// The number of processors that this process may use; 0 if the system does not report it.
int allowed_processor_count(void);

#endif
