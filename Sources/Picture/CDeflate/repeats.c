// The functions are inline; a package must have a source file.
#include "CDeflate.h"
