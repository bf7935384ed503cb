import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'

/** One file of a bundle. */
export interface BundledFile {
  /** Relative to the bundle, with slashes. */
  readonly path: string
  readonly bytes: number
  /** SHA-256 of its content, in hexadecimal. */
  readonly sha256: string
}

/** SHA-256 in hexadecimal. */
export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}

/** Every file below a bundle but those that `isOutside` names, by path. */
export function filesIn(bundle: string, isOutside: (path: string) => boolean): BundledFile[] {
  return readdirSync(bundle, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() || entry.isSymbolicLink())
    .map((entry) => {
      const file = join(entry.parentPath, entry.name)
      const path = file
        .slice(bundle.length)
        .split(sep)
        .filter((part) => part !== '')
        .join('/')
      const content = readFileSync(file)
      return { path, bytes: content.length, sha256: sha256(content) }
    })
    .filter(({ path }) => !isOutside(path))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
}
