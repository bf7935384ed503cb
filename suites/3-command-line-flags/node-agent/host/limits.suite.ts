import { readFileSync } from 'node:fs'
import { expect } from '#harness/check/expect.ts'
import { excluded, rule, test } from '#harness/check/rule.ts'
import { comesTrue } from '#harness/machine/until.ts'
import { expectAgentAccepted, expectAgentRefusal, startAgent } from '../../../shared/node-agent.ts'
import { flagRow } from '../table/rows.ts'

const program = 'node-agent'
const appliesWithinMs = 10_000

rule(
  {
    id: 'agent.process.oom-score',
    level: 'MUST',
    says: 'The agent has the score of --oom-score-adj.',
    source: flagRow('--oom-score-adj', 'behaviour'),
    program,
  },
  () => {
    test('has that score', async () => {
      const { processId } = await startAgent({ flags: { '--oom-score-adj': 500 } })
      const score = () => readFileSync(`/proc/${processId}/oom_score_adj`, 'utf8').trim()
      expect(await comesTrue(() => score() === '500', appliesWithinMs)).toBe(true)
    }).sees('oom-score-ignored')
  },
)

rule(
  {
    id: 'agent.limits.oom-score',
    level: 'MUST',
    says: 'The score of the agent is from -1000 to 1000.',
    source: { document: 3, section: 'Limits', rows: ['oom-score-adj'] },
    program,
    overlaps: true,
  },
  () => {
    test('accepts the highest', () => expectAgentAccepted({ flags: { '--oom-score-adj': 1000 } }))

    test
      .for({ 'a lower one than the lowest': -1001, 'a higher one than the highest': 1001 })(
        'refuses %s',
        (score) => expectAgentRefusal({ flags: { '--oom-score-adj': score } }, '--oom-score-adj'),
      )
      .sees('values-unchecked-oom-score-adj')
  },
)

excluded({
  id: 'agent.limits.connections',
  says: 'A connection to the agent lives at most 4 hours; streams may be idle as long as a flag says, or 4 hours.',
  source: { document: 3, section: 'Limits', rows: ['node agent connections'] },
  program,
  excluded: {
    reason:
      'Seeing a connection end takes 4 hours. What the flag is in effect is judged by agent.flag.streaming-connection-idle-timeout.*.',
  },
})

rule(
  {
    id: 'agent.flag.runtime-cgroups.open',
    level: 'UNSPECIFIED',
    says: 'What an agent does with the cgroup of its runtime is left open.',
    source: flagRow('--runtime-cgroups', 'behaviour'),
    program,
    overlaps: true,
  },
  () => {
    test('observes that it starts with one', () =>
      expectAgentAccepted({ flags: { '--runtime-cgroups': '/runtime' } }))
  },
)
