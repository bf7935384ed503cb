// The last step of a build: reads the compiled suites once, so that no run has to.
import { copyFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { keepCatalogue } from '#harness/cli/list.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
copyFileSync(`${root}suites/durations.json`, `${root}dist/suites/durations.json`)
await keepCatalogue({ name: 'orch-conformance', root, suitesDir: `${root}dist/suites` })
