import { expect, test } from 'vitest'
import { sha256 } from './files.ts'
import { merkleRoot } from './merkle.ts'

const files = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    path: `f${index}`,
    bytes: 1,
    sha256: sha256(String(index)),
  }))

test('an empty list has the digest of empty content', () => {
  expect(merkleRoot([])).toBe(sha256(''))
})

test('a change of any leaf changes the root', () => {
  for (const count of [1, 2, 3, 5, 8, 13]) {
    const bundledFiles = files(count)
    const roots = bundledFiles.map((_, at) =>
      merkleRoot(
        bundledFiles.map((file, index) => (index === at ? { ...file, sha256: sha256('other') } : file)),
      ),
    )

    expect(new Set([...roots, merkleRoot(bundledFiles)]).size).toBe(count + 1)
  }
})

test('adding, removing, renaming or moving a file changes the root', () => {
  const bundledFiles = files(5)
  const [first, ...rest] = bundledFiles
  const changedFileLists = [
    files(6),
    rest,
    [...rest, ...(first ? [first] : [])],
    [{ ...bundledFiles[0]!, path: 'g' }, ...rest],
  ]

  expect(new Set(changedFileLists.map(merkleRoot)).has(merkleRoot(bundledFiles))).toBe(false)
})
