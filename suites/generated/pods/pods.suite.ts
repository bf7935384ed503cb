import { inject } from 'vitest'
import { rulesOf, says, test } from '#kit'
import { type Area, judgeCases, limitOf } from '#kit/generate.ts'
import { coverable, coverageOf } from './coverage.ts'
import { podsCases } from './draw.ts'
import { judgePods } from './drive.ts'
import type { PodsCase } from './model.ts'
import { regressions } from './regressions.ts'

const { must } = rulesOf({
  document: 3,
  section: 'What the service does',
  program: 'node-agent',
  waits: true,
  limitMs: limitOf(inject('settings')),
})

// Divides the number of generated cases, because the rounds of a case wait for both sources and for containers that
// end.
const cost = 60
const casesPerStart = 5

const pods: Area<PodsCase> = {
  id: 'generated.agent.pods',
  cases: podsCases,
  regressions,
  regressionsFile: 'suites/generated/pods/regressions.ts',
  perStart: casesPerStart,
  cost,
  requests: ({ rounds }) => rounds.length,
  coverage: coverageOf,
  coverable,
  judge: judgePods,
}

must(
  pods.id,
  { row: 'node agent: sources of pod specifications', aspect: 'generated cases, changes and restarts' },
  () => {
    says('The containers that run are those of the present pods of files and URL, whatever was there before.')
    test({ title: 'containers run as the sources specify', id: 'containers-run' }, async () => {
      await judgeCases(pods)
    })
  },
)
