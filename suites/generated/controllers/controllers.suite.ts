import { inject } from 'vitest'
import { rulesOf, says, test } from '#kit'
import { type Area, judgeCases, limitOf } from '#kit/generate.ts'
import { controllersCases } from './draw.ts'
import { focusCase, judgeControllers } from './drive.ts'
import { regressions } from './regressions.ts'
import { type ControllersCase, workers } from './model.ts'
import { coverable, coverageOf } from './coverage.ts'

const { must } = rulesOf({
  document: 2,
  section: 'GenericControllerManagerConfiguration',
  limitMs: limitOf(inject('settings')),
})

// Divides the number of generated cases, because a case needs a start and a second of observation in place of ten
// requests.
const costDivisor = 8

const controllers: Area<ControllersCase> = {
  id: 'generated.manager.controllers',
  cases: controllersCases,
  regressions,
  regressionsFile: 'suites/generated/controllers/regressions.ts',
  perStart: 1,
  cost: costDivisor,
  requests: () => workers.length,
  coverage: coverageOf,
  coverable,
  judge: judgeControllers,
  focused: focusCase,
}

must(controllers.id, { row: 'Controllers', aspect: 'generated cases' }, () => {
  says(
    'Which controllers run follows from the list alone: the first item for a name decides, and without one the star.',
  )
  test(
    { title: 'controllers run as the list requires', id: 'controllers run as the list says' },
    async () => {
      await judgeCases(controllers)
    },
  )
})
