import { linkSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { makeDirectory } from '../../directory.ts'
import type { RunSettings } from '../../target/settings.ts'
import { recordOfStart } from './uses.ts'

// The folder of the latest start of this process.
let previousFolder: string | undefined

/**
 * Variables of a start that name the folder in which a program writes its coverage when it ends: a Go program that was
 * built with -cover, and every program of Node.
 */
export function coverageVariables(
  { outDir, codeReach }: Pick<RunSettings, 'outDir' | 'codeReach'>,
  directory: string,
): Readonly<Record<string, string>> {
  if (codeReach !== true) return {}
  const folder = recordOfStart(outDir, directory)
  makeDirectory(folder, 0o700)
  if (previousFolder !== undefined) shareDescriptions(previousFolder, folder)
  previousFolder = folder
  return { GOCOVERDIR: folder, NODE_V8_COVERAGE: folder }
}

/**
 * Links the description of a Go build, which is the same for all its starts and has megabytes. A program writes it only
 * if it is missing.
 */
function shareDescriptions(from: string, to: string): void {
  try {
    for (const name of readdirSync(from))
      if (name.startsWith('covmeta.')) linkSync(join(from, name), join(to, name))
  } catch {
    // Without the link, the program writes the file itself.
  }
}
