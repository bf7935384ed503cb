import { inject } from 'vitest'
import { rulesOf, says, test } from '#kit'
import { type Area, judgeCases, limitOf } from '#kit/generate.ts'
import { flagRow } from '../../shared/flags/place.ts'
import { coverable, coverageOf } from './coverage.ts'
import { callerCases } from './draw.ts'
import { focusCase, judgeCallers } from './drive.ts'
import type { CallerCase } from './model.ts'
import { regressions } from './regressions.ts'

const { must } = rulesOf({ capability: 'token-file-csv', limitMs: limitOf(inject('settings')) })

const casesPerBatch = 60

const callers: Area<CallerCase> = {
  id: 'generated.authentication.callers',
  cases: callerCases,
  regressions,
  regressionsFile: 'suites/generated/callers/regressions.ts',
  perStart: casesPerBatch,
  requests: ({ requests }) => requests.length,
  coverage: coverageOf,
  coverable,
  judge: judgeCallers,
  focused: focusCase,
}

const rows = [
  '--client-ca-file',
  '--token-auth-file',
  '--requestheader-client-ca-file',
  '--requestheader-allowed-names',
  '--requestheader-username-headers',
  '--requestheader-group-headers',
  '--requestheader-uid-headers',
  '--requestheader-extra-headers-prefix',
]

must(callers.id, { ...flagRow('--client-ca-file', 'generated cases'), rows }, () => {
  says(
    'The identity of a caller follows from the credentials of the request alone, and not from earlier ones.',
  )
  test(
    {
      title: 'a server identifies callers by the credentials of each request',
      id: 'by the credentials of each',
    },
    async (check) => {
      check.needs('who-am-i')
      await judgeCases(callers)
    },
  )
})
