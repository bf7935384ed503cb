// A step of a build: reads the compiled suites once, so that no run has to.
import { fileURLToPath } from 'node:url'
import { keepCatalogue } from '#harness/cli/list.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Reads suite files, all of them where none is named, and keeps what they declare. */
export function readSuites(modules: readonly string[]): Promise<void> {
  return keepCatalogue({ name: 'orch-conformance', root, suitesDir: `${root}dist/suites` }, modules)
}
