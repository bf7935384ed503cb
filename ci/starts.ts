// Compares the number of starts that became ready in a run with its limit, because starts determine the time of a run
// on any machine. `node dist/ci/starts.js OUT` exits with 1 if there are more starts. An additional start requires a
// higher limit in starts.json.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Profile } from '#harness/profiles.ts'
import { readRun } from '#reports/read-events.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const allowedStarts = JSON.parse(readFileSync(join(root, 'ci', 'starts.json'), 'utf8')) as Record<
  Profile,
  number
>
// Maximum number of starts, as a multiple of the recorded number. The harness starts a separate program to repeat a
// measurement that failed on an overloaded machine (7 of 133 checks on a busy machine). New checks add more starts.
const maxStartFactor = 1.1

const [out] = process.argv.slice(2)
if (out === undefined) {
  process.stderr.write('Give the output directory of a run: node dist/ci/starts.js out\n')
  process.exit(2)
}
const { events } = await readRun(out)
const [header] = events
const rules = header?.type === 'header' ? header.plan.rules : []
const profileOf = new Map(rules.map(({ id, profile }) => [id, profile]))
const readyCounts = new Map<Profile, number>()
for (const event of events) {
  if (event.type !== 'check') continue
  const profile = profileOf.get(event.rule)
  if (profile === undefined) continue
  const startCount = event.launches.filter(({ outcome }) => outcome === 'ready').length
  readyCounts.set(profile, (readyCounts.get(profile) ?? 0) + startCount)
}
for (const [profile, count] of readyCounts) {
  const maxStarts = allowedStarts[profile]
  process.stdout.write(`${profile}: ${count} programs became ready, of ${maxStarts} that may\n`)
  if (count <= maxStartFactor * maxStarts) continue
  process.exitCode = 1
  process.stderr.write(
    `More programs of ${profile} are started than before: let checks share them, or raise ci/starts.json.\n`,
  )
}
