import { inject } from 'vitest'
import { rulesOf, says, test } from '#kit'
import { type Area, judgeCases, limitOf } from '#kit/generate.ts'
import { electionCases } from './draw.ts'
import { judgeElections } from './drive.ts'
import { regressions } from './regressions.ts'
import type { ElectionCase } from './model.ts'
import { coverable, coverageOf } from './coverage.ts'

const { must } = rulesOf({
  document: 2,
  section: 'GenericControllerManagerConfiguration',
  capability: 'leader-leases',
  waits: true,
  limitMs: limitOf(inject('settings')),
})

// Divides the number of generated cases, because each case waits for several seconds.
const costDivisor = 60
// Maximum number of candidates that start together, because starts delay each other.
const casesPerStart = 2

const election: Area<ElectionCase> = {
  id: 'generated.manager.election',
  cases: electionCases,
  regressions,
  regressionsFile: 'suites/generated/election/regressions.ts',
  perStart: casesPerStart,
  cost: costDivisor,
  requests: () => 2,
  coverage: coverageOf,
  coverable,
  judge: judgeElections,
}

must(
  election.id,
  { rows: ['leaderElect', 'leaseDuration', 'renewDeadline'], aspect: 'generated cases' },
  () => {
    says(
      'When a candidate leads and when it stops follows from what it sees of the lease and from the three durations.',
    )
    test(
      {
        title: 'candidates lead and stop in the configured durations',
        id: 'candidates lead and stop as the durations say',
      },
      async () => {
        await judgeCases(election)
      },
    )
  },
)
