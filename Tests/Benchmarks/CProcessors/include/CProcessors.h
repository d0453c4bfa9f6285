#pragma once

/// Writes the numbers of the processors that this process may run on to `numbers`, at most `room` of them. Returns how
/// many it wrote.
int processors_allowed(int *numbers, int room);

/// Restricts this process and the processes that it starts to the `count` processors in `numbers`.
void processors_restrict(const int *numbers, int count);
