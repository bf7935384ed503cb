import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { hasCode, quietly } from './errors.ts'

/**
 * Makes a directory with those above it, as far as they are missing. Node's own way to do so never ends where the system
 * says that a directory is missing whose parent is there, as in /proc.
 */
export function makeDirectory(path: string, mode?: number): void {
  if (isDirectory(path)) return
  const above = dirname(path)
  if (above !== path) makeDirectory(above, mode)
  try {
    mkdirSync(path, { mode })
  } catch (thrown) {
    // Somebody else has made it meanwhile.
    if (!hasCode(thrown, 'EEXIST') || !isDirectory(path)) throw thrown
  }
}

function isDirectory(path: string): boolean {
  return quietly(() => statSync(path).isDirectory(), false)
}
