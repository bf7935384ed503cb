import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { hasCode, orFallback } from './errors.ts'

/**
 * Creates a directory with its missing parents. Node's recursive `mkdirSync` never returns if the system reports a
 * missing directory whose parent exists, as in /proc.
 */
export function makeDirectory(path: string, mode?: number): void {
  if (isDirectory(path)) return
  const parent = dirname(path)
  if (parent !== path) makeDirectory(parent, mode)
  try {
    mkdirSync(path, { mode })
  } catch (thrown) {
    // Another process may have created the directory meanwhile.
    if (!hasCode(thrown, 'EEXIST') || !isDirectory(path)) throw thrown
  }
}

function isDirectory(path: string): boolean {
  return orFallback(() => statSync(path).isDirectory(), false)
}
