import { readFileSync } from 'node:fs'
import { accepts, becomesTrue, expect, formerly, refuses, rulesOf, says, test } from '#kit'
import { expectAgentAccepted, expectAgentRefusal, startAgent } from '../../../shared/node-agent.ts'
import { agentFlagRow as flagRow } from '../../../shared/flags/place.ts'

const program = 'node-agent'

const { must, unspecified, excluded } = rulesOf({ document: 3, section: 'Limits', program, overlaps: true })

const appliesWithinMs = 10_000

must('agent.process.oom-score', { ...flagRow('--oom-score-adj', 'behaviour'), overlaps: false }, () => {
  says('The agent has the score of --oom-score-adj.')
  test({ title: 'the agent has the score of the flag', id: 'has that score' }, async () => {
    const { processId } = await startAgent({ flags: { '--oom-score-adj': 500 } })
    const oomScore = () => readFileSync(`/proc/${processId}/oom_score_adj`, 'utf8').trim()
    expect(await becomesTrue(() => oomScore() === '500', appliesWithinMs)).toBe(true)
  }).sees('oom-score-ignored')
})

must('agent.limits.oom-score', 'oom-score-adj', () => {
  says('The score of the agent is from -1000 to 1000.')
  accepts({ title: 'the highest score', id: 'the highest' }, () =>
    expectAgentAccepted({ flags: { '--oom-score-adj': 1000 } }),
  )

  refuses
    .for({
      'a score below the lowest': formerly('a lower one than the lowest', -1001),
      'a score above the highest': formerly('a higher one than the highest', 1001),
    })('%s', (score) => expectAgentRefusal({ flags: { '--oom-score-adj': score } }, '--oom-score-adj'))
    .sees('values-unchecked-oom-score-adj')
})

excluded(
  'agent.limits.connections',
  'node agent connections',
  'A connection to the agent lives at most 4 hours; streams may be idle as long as a flag says, or 4 hours.',
  'Seeing a connection end takes 4 hours. Shorter limits of idle streams, and none, are judged by agent.flag.streaming-connection-idle-timeout.*.',
)

unspecified('agent.flag.runtime-cgroups.open', flagRow('--runtime-cgroups', 'behaviour'), () => {
  says('What an agent does with the cgroup of its runtime is left open.')
  test({ title: 'observes the start with a cgroup', id: 'observes that it starts with one' }, () =>
    expectAgentAccepted({ flags: { '--runtime-cgroups': '/runtime' } }),
  )
})
