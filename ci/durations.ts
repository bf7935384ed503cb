// Records the durations of suite files in finished runs, so that shards take equally long: `durations.js OUT…`.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readFreshCollection } from '#harness/engine/collected.ts'
import type { Durations } from '#harness/engine/shards.ts'
import { readRun } from '#reports/read-events.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const file = join(root, 'suites', 'durations.json')
// Minimum difference that is reported: smaller differences are noise of the machine.
const minDifferenceMs = 100

const moduleByCheck = new Map(
  (readFreshCollection(join(root, 'dist', 'suites')) ?? []).flatMap(({ check, module }) =>
    check === undefined ? [] : [[check.id, module] as const],
  ),
)
const spans = new Map<string, { fromMs: number; toMs: number }>()
for (const outDir of process.argv.slice(2)) {
  const { events } = await readRun(outDir)
  for (const event of events) {
    if (event.type !== 'check') continue
    const module = moduleByCheck.get(event.id)
    if (module === undefined) continue
    const { fromMs = Infinity, toMs = 0 } = spans.get(module) ?? {}
    const { startedAtMs, durationMs } = event
    spans.set(module, {
      fromMs: Math.min(fromMs, startedAtMs),
      toMs: Math.max(toMs, startedAtMs + durationMs),
    })
  }
}
const savedDurations = JSON.parse(readFileSync(file, 'utf8')) as Durations
const measuredDurations = [...spans].map(
  ([module, { fromMs, toMs }]) =>
    [module, Math.ceil((toMs - fromMs) / minDifferenceMs) * minDifferenceMs] as const,
)
const existingModules = new Set(moduleByCheck.values())
const allDurations = Object.entries({ ...savedDurations, ...Object.fromEntries(measuredDurations) }).filter(
  ([module]) => existingModules.has(module),
)
writeFileSync(
  file,
  `${JSON.stringify(Object.fromEntries(allDurations.toSorted(([a], [b]) => (a < b ? -1 : 1))), null, 2)}\n`,
)
