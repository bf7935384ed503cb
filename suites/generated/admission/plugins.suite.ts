import { inject } from 'vitest'
import { rulesOf, says, test } from '#kit'
import { type Area, judgeCases, limitOf } from '#kit/generate.ts'
import { pluginRows } from '../../shared/admission/plugins.ts'
import { pluginsCases } from './draw.ts'
import { focusCase, judgePlugins } from './drive.ts'
import { regressions } from './regressions.ts'
import { allProbedPlugins, type PluginsCase } from './model.ts'
import { coverable, coverageOf } from './coverage.ts'

const { must } = rulesOf({ capability: 'plugin-effects', limitMs: limitOf(inject('settings')) })

// Divides the number of generated cases, because a case needs a start and a second of observation in place of about
// fifteen requests.
const costDivisor = 4

const plugins: Area<PluginsCase> = {
  id: 'generated.admission.plugins',
  cases: pluginsCases,
  regressions,
  regressionsFile: 'suites/generated/admission/regressions.ts',
  perStart: 1,
  cost: costDivisor,
  requests: ({ broken }) => (broken === undefined ? allProbedPlugins.length + 2 : 1),
  coverage: coverageOf,
  coverable,
  judge: judgePlugins,
  focused: focusCase,
}

must(plugins.id, pluginRows(allProbedPlugins, 'generated cases'), () => {
  says('Which admission plugins act, and by which configuration, follows from both lists and the file alone.')
  test(
    { title: 'plugins are active as flags and file configure them', id: 'plugins act as flags and file say' },
    async () => {
      await judgeCases(plugins)
    },
  )
})
