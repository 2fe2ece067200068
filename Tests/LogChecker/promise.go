package main

import (
	"errors"
	"fmt"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// A promise is what a signed checkpoint says.
type promise struct {
	origin string
	tree   tlog.Tree
}

// openPromise reads a signed note, which a key of one of the verifier lines must have signed.
func openPromise(verifiers string, signed []byte) (promise, error) {
	var known []note.Verifier
	for _, line := range strings.Fields(verifiers) {
		verifier, err := note.NewVerifier(line)
		if err != nil {
			return promise{}, fmt.Errorf("%s: %w", line, err)
		}
		known = append(known, verifier)
	}
	opened, err := note.Open(signed, note.VerifierList(known...))
	if err != nil {
		return promise{}, err
	}
	origin, rest, _ := strings.Cut(opened.Text, "\n")
	if origin != opened.Sigs[0].Name {
		return promise{}, errors.New("the checkpoint is of another log than the key")
	}
	// The checksum database has a fixed line in the place of the origin.
	tree, err := tlog.ParseTree([]byte("go.sum database tree\n" + rest))
	if err != nil {
		return promise{}, err
	}
	return promise{origin, tree}, nil
}
