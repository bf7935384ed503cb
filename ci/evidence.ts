// Compares the size of the evidence of a run with its limit, so that the evidence fits the artifact of a CI job. `node
// dist/ci/evidence.js OUT [MIB]` exits with 1 if the evidence is larger.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readRun } from '#reports/read-events.ts'

// Default limits in MiB, by dialect. An API server of Kubernetes prints more and sends its store hundreds of requests
// when it starts.
const defaultLimitsMiB: Readonly<Record<string, number>> = { orch: 20, kubernetes: 40 }

const [out, givenLimit] = process.argv.slice(2)
if (out === undefined || (givenLimit !== undefined && !(Number(givenLimit) > 0))) {
  process.stderr.write(
    'Give the output directory of a run, and maybe how many MiB its evidence may take: node dist/ci/evidence.js out 20\n',
  )
  process.exit(2)
}
const [header] = (await readRun(out)).events
const dialect = header?.type === 'header' ? header.target.dialect : 'orch'
const maxMiB = Number(givenLimit ?? defaultLimitsMiB[dialect] ?? defaultLimitsMiB.kubernetes)
const folder = join(out, 'evidence')
// Every name is counted, also if several refer to one file, because an artifact contains each of them.
const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
const takenMiB = bytes / 1024 ** 2
process.stdout.write(
  `${takenMiB.toFixed(1)} MiB of evidence in ${files.length} files, of ${maxMiB} MiB that may be\n`,
)
if (takenMiB > maxMiB) process.exitCode = 1
