#pragma once

/// The numbers of the processors that this process may run on, in `numbers`, which has room for `room` of them. Returns
/// how many there are.
int processors_allowed(int *numbers, int room);

/// Restricts this process, and those that it starts, to the `count` processors in `numbers`.
void processors_restrict(const int *numbers, int count);
