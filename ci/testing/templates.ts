import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Folder of the templates. */
export const templatesFolder = fileURLToPath(new URL('..', import.meta.url))
/** Returns the text of a template. */
export const readTemplate = (name: string): string => readFileSync(join(templatesFolder, name), 'utf8')

/** Creates a folder with programs that replace the programs of a CI runner. */
export function makeRunner(programs: Readonly<Record<string, string>>): { folder: string; path: string } {
  const folder = mkdtempSync(join(tmpdir(), 'runner-'))
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`)
    chmodSync(join(bin, name), 0o755)
  }
  return { folder, path: `${bin}:${process.env.PATH}` }
}
