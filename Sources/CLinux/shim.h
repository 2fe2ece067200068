#pragma once

// The C library declares syncfs(2) for programs that ask for GNU's extensions only, which Swift's
// import of it does not.
extern int syncfs(int descriptor);
