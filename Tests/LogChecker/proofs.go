package main

import (
	"encoding/base64"
	"errors"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/tlog"
)

var errMalformed = errors.New("the proof cannot be read")

// checkInclusion checks a proof in the form of C2SP tlog-proof for the entry that it carries, and
// that it is the one that tlog makes from the tiles.
func checkInclusion(verifiers, file string, f folder) (promise, error) {
	lines, notes, err := readProof(file, "c2sp.org/tlog-proof@v1", 2)
	if err != nil {
		return promise{}, err
	}
	promise, err := openPromise(verifiers, []byte(notes[0]+"\n\n"+notes[1]))
	if err != nil {
		return promise, err
	}
	if len(lines) < 2 {
		return promise, errMalformed
	}
	extra, index := strings.TrimPrefix(lines[0], "extra "), strings.TrimPrefix(lines[1], "index ")
	entry, err := base64.StdEncoding.Strict().DecodeString(extra)
	if err != nil || extra == lines[0] {
		return promise, errMalformed
	}
	sequence, err := strconv.ParseInt(index, 10, 64)
	if err != nil || strconv.FormatInt(sequence, 10) != index {
		return promise, errMalformed
	}
	hashes, err := parseHashes(lines[2:])
	if err != nil {
		return promise, err
	}
	leaf := tlog.RecordHash(entry)
	err = tlog.CheckRecord(hashes, promise.tree.N, promise.tree.Hash, sequence, leaf)
	if err != nil {
		return promise, err
	}
	reader, err := f.reader(verifiers)
	if err != nil {
		return promise, err
	}
	own, err := tlog.ProveRecord(promise.tree.N, sequence, reader)
	if err != nil {
		return promise, err
	}
	return promise, compare(hashes, own)
}

// checkConsistency checks a proof in Keyway's own form, and that it is the one that tlog makes from
// the tiles.
func checkConsistency(verifiers, file string, f folder) (promise, error) {
	lines, notes, err := readProof(file, "keyway/tlog-consistency-proof@v1", 4)
	if err != nil {
		return promise{}, err
	}
	old, err := openPromise(verifiers, []byte(notes[0]+"\n\n"+notes[1]+"\n"))
	if err != nil {
		return old, err
	}
	promise, err := openPromise(verifiers, []byte(notes[2]+"\n\n"+notes[3]))
	if err != nil {
		return promise, err
	}
	if old.origin != promise.origin {
		return promise, errors.New("the checkpoints are of two logs")
	}
	hashes, err := parseHashes(lines)
	if err != nil {
		return promise, err
	}
	err = tlog.CheckTree(
		hashes, promise.tree.N, promise.tree.Hash, old.tree.N, old.tree.Hash)
	if err != nil {
		return promise, err
	}
	reader, err := f.reader(verifiers)
	if err != nil {
		return promise, err
	}
	own, err := tlog.ProveTree(promise.tree.N, old.tree.N, reader)
	if err != nil {
		return promise, err
	}
	return promise, compare(hashes, own)
}

// readProof gives the lines behind the header, and so many parts of the notes behind them, which
// empty lines divide.
func readProof(file, header string, parts int) ([]string, []string, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, nil, err
	}
	all := strings.Split(string(text), "\n\n")
	if len(all) != parts+1 {
		return nil, nil, errMalformed
	}
	lines := strings.Split(all[0], "\n")
	if lines[0] != header {
		return nil, nil, errMalformed
	}
	return lines[1:], all[1:], nil
}

func parseHashes(lines []string) ([]tlog.Hash, error) {
	var hashes []tlog.Hash
	for _, line := range lines {
		hash, err := tlog.ParseHash(line)
		// Several texts have the same bytes, only one of them is base 64 of them.
		if err != nil || hash.String() != line {
			return nil, errMalformed
		}
		hashes = append(hashes, hash)
	}
	return hashes, nil
}

func (f folder) reader(verifiers string) (tlog.HashReader, error) {
	whole, err := f.promise(verifiers)
	return tlog.TileHashReader(whole.tree, f), err
}

func compare(given, own []tlog.Hash) error {
	if len(given) != len(own) {
		return errors.New("the proof has another length than one from the tiles")
	}
	for index := range own {
		if given[index] != own[index] {
			return errors.New("the proof is another than one from the tiles")
		}
	}
	return nil
}
