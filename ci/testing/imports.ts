import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

// Imports of values only: imports of types do not exist at run time.
const valueImport =
  /^(?:import|export)(?! type\b)(?:[^'";]*?\sfrom)?\s*'([^']+)'|\bimport\('([^']+)'\)(?!\.)/gm

/** Pattern of the imports of values and types. */
export const anyImport = /^(?:import|export)(?:[^'";]*?\sfrom)?\s*'([^']+)'|\bimport\('([^']+)'\)/gm

/**
 * Returns the files of the project that a file imports, statically or dynamically.
 * @param file path from the root, as are the returned paths; `#kit` is returned as `kit`
 */
export function importsOf(file: string, pattern = valueImport): string[] {
  const text = readFileSync(join(root, file), 'utf8')
  return [...text.matchAll(pattern)].flatMap(([, fixed, dynamic]) => {
    const specifier = fixed ?? dynamic ?? ''
    // Files of data have no imports.
    if (specifier.endsWith('.json')) return []
    if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier)
    return specifier.startsWith('#') ? specifier.slice(1) : []
  })
}
