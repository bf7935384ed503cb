import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join, sep } from 'node:path'
import { HarnessError } from '#harness/errors.ts'
import { readChunks } from '#harness/input/read.ts'

/** File of a bundle. */
export interface BundledFile {
  /** Path relative to the bundle, with slashes. */
  readonly path: string
  readonly bytes: number
  /** SHA-256 of its content, in hexadecimal. */
  readonly sha256: string
}

/** Returns the SHA-256 of the content, in hexadecimal. */
export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}

/** Returns the size and the SHA-256 of a file of any size. */
export function fileDigest(file: string): Pick<BundledFile, 'bytes' | 'sha256'> {
  const hash = createHash('sha256')
  let bytes = 0
  readChunks(file, 'bundled', (chunk) => {
    hash.update(chunk)
    bytes += chunk.length
  })
  return { bytes, sha256: hash.digest('hex') }
}

/**
 * Returns the files of a bundle in the order of their paths, without the files that `isOutside` selects.
 * @throws HarnessError `config-fault` for an entry that is neither a file nor a folder, such as a symbolic link
 */
export function filesIn(bundle: string, isOutside: (path: string) => boolean): BundledFile[] {
  return readdirSync(bundle, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => {
      const file = join(entry.parentPath, entry.name)
      const parts = file.slice(bundle.length).split(sep)
      return { entry, file, path: parts.filter((part) => part !== '').join('/') }
    })
    .filter(({ path }) => !isOutside(path))
    .map(({ entry, file, path }) => {
      if (entry.isFile()) return { path, ...fileDigest(file) }
      throw new HarnessError('config-fault', `${path} is no regular file, and a bundle holds nothing else.`)
    })
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
}
