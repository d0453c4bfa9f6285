#pragma once

/// A lock of POSIX threads; NULL without memory.
void *_Nullable lock_new(void);
void lock_delete(void *_Nonnull lock);
void lock_lock(void *_Nonnull lock);
void lock_unlock(void *_Nonnull lock);

/// The time in seconds since some moment, which no change of the date moves.
double clock_seconds(void);
