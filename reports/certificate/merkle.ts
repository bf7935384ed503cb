import { createHash } from 'node:crypto'
import type { BundledFile } from './files.ts'

// RFC 9162 §2.1.1: leaves and inner nodes have different prefixes, so that they cannot be confused.
const leafMark = Uint8Array.of(0)
const nodeMark = Uint8Array.of(1)

/** Returns the root of the Merkle tree over files, in their order, as hexadecimal SHA-256 (RFC 9162 §2.1.1). */
export function merkleRoot(files: readonly BundledFile[]): string {
  return rootOf(files.map(leafOf)).toString('hex')
}

function leafOf({ path, sha256 }: BundledFile): Buffer {
  return createHash('sha256').update(leafMark).update(path).update('\0').update(sha256).digest()
}

function rootOf(leaves: readonly Buffer[]): Buffer {
  const [first] = leaves
  if (first === undefined) return createHash('sha256').digest()
  if (leaves.length === 1) return first
  // The largest power of two below the number of leaves.
  const splitIndex = 2 ** Math.ceil(Math.log2(leaves.length) - 1)
  const [left, right] = [rootOf(leaves.slice(0, splitIndex)), rootOf(leaves.slice(splitIndex))]
  return createHash('sha256').update(nodeMark).update(left).update(right).digest()
}
