import { inject } from 'vitest'
import { rule, test } from '#harness/check/rule.ts'
import type { Area } from '#harness/generate/area.ts'
import { judgeCases, limitOf } from '#harness/generate/judge.ts'
import { controllersCases } from './draw.ts'
import { focused, judgeControllers } from './drive.ts'
import { kept } from './kept.ts'
import { type ControllersCase, workers } from './model.ts'
import { visitable, visitsOf } from './visits.ts'

// A start and a second of silence for ten questions.
const dearness = 8

const controllers: Area<ControllersCase> = {
  id: 'generated.manager.controllers',
  cases: controllersCases,
  kept,
  keptIn: 'suites/generated/controllers/kept.ts',
  perStart: 1,
  dearness,
  questions: () => workers.length,
  visits: visitsOf,
  visitable,
  judge: judgeControllers,
  focused,
}

rule(
  {
    id: controllers.id,
    level: 'MUST',
    says: 'Which controllers run follows from the list alone: the first item for a name decides, and without one the star.',
    source: {
      document: 2,
      section: 'GenericControllerManagerConfiguration',
      rows: ['Controllers'],
      aspect: 'generated cases',
    },
    limitMs: limitOf(inject('settings')),
  },
  () => {
    test('controllers run as the list says', async () => {
      await judgeCases(controllers)
    })
  },
)
