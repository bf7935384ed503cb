import { inject } from 'vitest'
import { rulesOf, says, test } from '#kit'
import { type Area, judgeCases, limitOf } from '#kit/generate.ts'
import { anonymousCases } from './draw.ts'
import { focusCase, judgeAnonymous } from './drive.ts'
import { regressions } from './regressions.ts'
import type { AnonymousCase } from './model.ts'
import { coverable, coverageOf } from './coverage.ts'

const { must } = rulesOf({
  document: 1,
  section: 'AuthenticationConfiguration',
  limitMs: limitOf(inject('settings')),
})

// Divides the number of generated cases, because a case needs a start in place of about eight requests.
const costDivisor = 10

const conditions: Area<AnonymousCase> = {
  id: 'generated.anonymous.conditions',
  cases: anonymousCases,
  regressions,
  regressionsFile: 'suites/generated/anonymous/regressions.ts',
  perStart: 1,
  cost: costDivisor,
  requests: ({ targets }) => targets.length + 1,
  coverage: coverageOf,
  coverable,
  judge: judgeAnonymous,
  focused: focusCase,
}

must(conditions.id, { rows: ['enabled', 'conditions'], aspect: 'generated cases' }, () => {
  says(
    'Which requests are let in without credentials follows from enabled and the paths of the conditions alone.',
  )
  test(
    {
      title: 'requests without credentials are accepted as the file configures',
      id: 'requests without credentials are let in as the file says',
    },
    async () => {
      await judgeCases(conditions)
    },
  )
})
