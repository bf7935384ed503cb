import { makeDirectory } from '../../directory.ts'
import type { RunSettings } from '../../target/settings.ts'
import { recordOfStart } from './uses.ts'

/**
 * Returns the environment variables of a start that name the folder in which a program writes its coverage when it
 * ends: a Go program that was built with -cover, and every program of Node.
 */
export function coverageVariables(
  { outDir, codeReach }: Pick<RunSettings, 'outDir' | 'codeReach'>,
  directory: string,
): Readonly<Record<string, string>> {
  if (codeReach !== true) return {}
  const folder = recordOfStart(outDir, directory)
  makeDirectory(folder, 0o700)
  return { GOCOVERDIR: folder, NODE_V8_COVERAGE: folder }
}
