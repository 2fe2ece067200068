package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/mod/sumdb/tlog"
)

const (
	height = 8
	width  = 1 << height
)

// A folder has the files of C2SP tlog-tiles: those of the checksum database, without the height in
// their paths, and entries in a framing of their own.
type folder string

func (f folder) Height() int { return height }

func (f folder) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	var all [][]byte
	for _, tile := range tiles {
		data, err := os.ReadFile(f.path(tile))
		if err != nil {
			return nil, err
		}
		if len(data) != tile.W*tlog.HashSize {
			return nil, fmt.Errorf("%s has %d bytes", f.path(tile), len(data))
		}
		all = append(all, data)
	}
	return all, nil
}

func (f folder) SaveTiles(tiles []tlog.Tile, data [][]byte) {}

func (f folder) path(tile tlog.Tile) string {
	path := strings.Replace(tile.Path(), "tile/8/", "tile/", 1)
	return filepath.Join(string(f), strings.Replace(path, "tile/data/", "tile/entries/", 1))
}

// tile is the inverse of path.
func (f folder) tile(path string) (tlog.Tile, error) {
	path, err := filepath.Rel(string(f), path)
	if err != nil {
		return tlog.Tile{}, err
	}
	path = strings.Replace(filepath.ToSlash(path), "tile/entries/", "tile/data/", 1)
	return tlog.ParseTilePath(strings.Replace(path, "tile/", "tile/8/", 1))
}

func (f folder) promise(verifiers string) (promise, error) {
	signed, err := os.ReadFile(filepath.Join(string(f), "checkpoint"))
	if err != nil {
		return promise{}, err
	}
	return openPromise(verifiers, signed)
}

// checkFolder checks every tile of the promised tree, and that all other files in the folder, which
// are partial tiles of smaller trees, agree with it.
func checkFolder(verifiers string, f folder, hasEntries bool) (promise, error) {
	promise, err := f.promise(verifiers)
	if err != nil {
		return promise, err
	}
	// What this returns is proved to be in the promised tree.
	proved := tlog.TileHashReader(promise.tree, f)
	var made store
	for first := int64(0); first < promise.tree.N; first += width {
		tile := tlog.Tile{H: height, L: 0, N: first / width, W: width}
		if rest := promise.tree.N - first; rest < width {
			tile.W = int(rest)
		}
		if _, err = tlog.ReadTileData(tile, proved); err != nil {
			return promise, err
		}
		if !hasEntries {
			continue
		}
		tile.L = -1
		entries, err := f.entries(tile)
		if err != nil {
			return promise, err
		}
		for offset, entry := range entries {
			if err = made.append(first+int64(offset), entry); err != nil {
				return promise, err
			}
		}
	}
	if hasEntries {
		root, err := tlog.TreeHash(promise.tree.N, made)
		if err != nil || root != promise.tree.Hash {
			return promise, fmt.Errorf("the entries do not make the promised tree: %v", err)
		}
	}
	return promise, f.checkFiles(proved)
}

// checkFiles compares every file below tile/ with the proved hashes.
func (f folder) checkFiles(proved tlog.HashReader) error {
	root := filepath.Join(string(f), "tile")
	return filepath.WalkDir(root, func(path string, file fs.DirEntry, err error) error {
		if err != nil || file.IsDir() {
			return err
		}
		tile, err := f.tile(path)
		if err != nil {
			return err
		}
		found, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if tile.L == -1 {
			entries, err := f.entries(tile)
			if err != nil {
				return err
			}
			found = nil
			for _, entry := range entries {
				hash := tlog.RecordHash(entry)
				found = append(found, hash[:]...)
			}
			tile.L = 0
		}
		wanted, err := tlog.ReadTileData(tile, proved)
		if err != nil {
			return err
		}
		if !bytes.Equal(found, wanted) {
			return fmt.Errorf("%s is not of the promised tree", path)
		}
		return nil
	})
}

// entries reads a bundle: before each entry its length, two bytes, big-endian.
func (f folder) entries(tile tlog.Tile) ([][]byte, error) {
	bundle, err := os.ReadFile(f.path(tile))
	if err != nil {
		return nil, err
	}
	var entries [][]byte
	for len(bundle) > 0 {
		if len(bundle) < 2 || len(bundle)-2 < int(binary.BigEndian.Uint16(bundle)) {
			return nil, errors.New("a bundle ends within an entry")
		}
		end := 2 + int(binary.BigEndian.Uint16(bundle))
		entries = append(entries, bundle[2:end])
		bundle = bundle[end:]
	}
	if len(entries) != tile.W {
		return nil, fmt.Errorf("a bundle has %d entries, not %d", len(entries), tile.W)
	}
	return entries, nil
}

// A store has all hashes of a tree in the order in which tlog makes them.
type store []tlog.Hash

func (s store) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	var hashes []tlog.Hash
	for _, index := range indexes {
		hashes = append(hashes, s[index])
	}
	return hashes, nil
}

func (s *store) append(sequence int64, entry []byte) error {
	hashes, err := tlog.StoredHashes(sequence, entry, *s)
	*s = append(*s, hashes...)
	return err
}
