import { becomesTrue, currentCheck, expect, becomesTrueSoon, rulesOf, says, test } from '#kit'
import type { NodeAgent } from '#harness/programs/node-agent.ts'
import { sharedAgent } from '../../../shared/node-agent.ts'
import { agentFlagRow as flagRow } from '../../../shared/flags/place.ts'

const { must } = rulesOf({ program: 'node-agent' })

const profilingAgent = sharedAgent(() => ({ flags: { '--contention-profiling': true } }))
const agentWithoutProfiling = sharedAgent(() => ({ flags: { '--contention-profiling': false } }))

/** Matches a sample of a block profile. */
const sample = /^\d+ \d+ @/m
const sampledWithinMs = 10_000
const unsampledForMs = 2_000

async function hasSamples(agent: NodeAgent): Promise<boolean> {
  const { status, body } = await agent.get('/debug/pprof/block?debug=1')
  expect(status, 'the status of the profile').toBe(200)
  return sample.test(body)
}

must('agent.flag.contention-profiling.samples', flagRow('--contention-profiling', 'meaning'), () => {
  says('What was waited for is profiled with the flag, when profiling is on, and not without.')
  test({ title: 'shows blocking operations', id: 'shows what was waited for' }, async () => {
    currentCheck().needs('block-profile')
    const agent = await profilingAgent()
    expect(await becomesTrue(() => hasSamples(agent), sampledWithinMs)).toBe(true)
  }).sees('contention-profiling-ignored')

  test(
    { title: 'shows no blocking operations when the flag is false', id: 'shows nothing when it is false' },
    async () => {
      currentCheck().needs('block-profile')
      const agent = await agentWithoutProfiling()
      expect(await becomesTrueSoon(() => hasSamples(agent), unsampledForMs)).toBe(false)
    },
  ).sees('contention-profiling-always')
})
