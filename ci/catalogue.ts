// The last step of a build: reads the compiled suites once, so that no run has to.
import { fileURLToPath } from 'node:url'
import { keepCatalogue } from '#harness/cli/list.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
await keepCatalogue({ name: 'orch-conformance', root, suitesDir: `${root}dist/suites` })
