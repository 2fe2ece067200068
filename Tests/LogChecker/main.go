// Checks a log with golang.org/x/mod, the code behind Go's checksum database, which knows nothing
// of Keyway:
//
//	log-checker tiles VERIFIERS FOLDER               every tile in the folder
//	log-checker entries VERIFIERS FOLDER             and every entry beside them
//	log-checker inclusion VERIFIERS PROOF FOLDER     that an entry is in the log
//	log-checker consistency VERIFIERS PROOF FOLDER   that the log begins as it was
//
// VERIFIERS are the lines of `keyway audit key show`, FOLDER is what `keyway audit export --tiles`
// made. Of what holds, origin, size and root are printed; what is refused is named on standard
// error, with exit status 1. Any other status is a fault of this program.
package main

import (
	"fmt"
	"os"
)

func main() {
	if len(os.Args) < 4 {
		fail(2, "usage: log-checker tiles|entries|inclusion|consistency VERIFIERS FILE [FOLDER]")
	}
	promise, err := check(os.Args[1], os.Args[2], os.Args[3:])
	if err != nil {
		fail(1, "refused: "+err.Error())
	}
	fmt.Println(promise.origin, promise.tree.N, promise.tree.Hash)
}

func check(what, verifiers string, files []string) (promise, error) {
	switch {
	case what == "tiles" && len(files) == 1:
		return checkFolder(verifiers, folder(files[0]), false)
	case what == "entries" && len(files) == 1:
		return checkFolder(verifiers, folder(files[0]), true)
	case what == "inclusion" && len(files) == 2:
		return checkInclusion(verifiers, files[0], folder(files[1]))
	case what == "consistency" && len(files) == 2:
		return checkConsistency(verifiers, files[0], folder(files[1]))
	}
	fail(2, "no such check: "+what)
	return promise{}, nil
}

func fail(status int, words string) {
	fmt.Fprintln(os.Stderr, words)
	os.Exit(status)
}
