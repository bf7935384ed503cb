// Step of a build: reads the compiled suites once, so that runs do not have to.
import { fileURLToPath } from 'node:url'
import { saveCatalogue } from '#harness/cli/list.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Reads suite files, or all of them if none is given, and stores their declarations. */
export function readSuites(modules: readonly string[]): Promise<void> {
  return saveCatalogue({ name: 'orch-conformance', root, suitesDir: `${root}dist/suites` }, modules)
}
