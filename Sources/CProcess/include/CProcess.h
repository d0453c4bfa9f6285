#ifndef CPROCESS_H
#define CPROCESS_H

/// Readies the heap for a process that takes tens of megabytes bit by bit, from several threads, and keeps most of it.
///
/// As it comes, glibc asks the system for 128 KiB at a time, and for a page at a time on other threads; the system
/// then clears each page of 4 KiB in a fault of its own, which together takes a sixth of the time of a large drawing.
/// After this, the heap gets more room at once, of which only what is used takes memory, in pages of 2 MiB where the
/// system has them. What it cannot have, it goes without; with other C libraries nothing is done.
///
/// To be called before there are other threads.
void heap_prepare(void);

/// How many processors this process may run on; 0 where the system does not say.
int allowed_processor_count(void);

#endif
