import { becomesTrue, expect, becomesTrueSoon, rulesOf, says, test } from '#kit'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { verboseServer, quietServer } from './verbosity-servers.ts'

const { must } = rulesOf({ capability: 'block-profile' })

/** Matches a sample of a block profile. */
const sample = /^\d+ \d+ @/m
const sampledWithinMs = 10_000
// Time without samples that shows disabled profiling. With the flag, the first or second poll has samples.
const unsampledForMs = 2_000

async function hasSamples(server: ApiServer): Promise<boolean> {
  const { status, body } = await server.request({ path: '/debug/pprof/block?debug=1' })
  expect(status, 'the status of the profile').toBe(200)
  return sample.test(body)
}

must('flag.contention-profiling.samples', flagRow('--contention-profiling', 'meaning'), () => {
  says('What was waited for is profiled with the flag, when profiling is on, and not without.')
  test({ title: 'shows blocking operations', id: 'shows what was waited for' }, async (check) => {
    check.needs('block-profile')
    const server = await verboseServer()

    expect(await becomesTrue(() => hasSamples(server), sampledWithinMs)).toBe(true)
  }).sees('contention-profiling-ignored')

  test(
    { title: 'shows no blocking operations without the flag', id: 'shows nothing without the flag' },
    async (check) => {
      check.needs('block-profile')
      const server = await quietServer()

      expect(await becomesTrueSoon(() => hasSamples(server), unsampledForMs)).toBe(false)
    },
  ).sees('contention-profiling-always')
})
