import { inject } from 'vitest'
import { rulesOf, says, test } from '#kit'
import { type Area, judgeCases, limitOf } from '#kit/generate.ts'
import { atRestCases } from './draw.ts'
import { focusCase, judgeAtRest } from './drive.ts'
import { regressions } from './regressions.ts'
import { type AtRestCase, builtInTypes, customResources } from './model.ts'
import { coverable, coverageOf } from './coverage.ts'

const { must } = rulesOf({
  document: 1,
  section: 'EncryptionConfiguration (v1)',
  limitMs: limitOf(inject('settings')),
})

// Divides the number of generated cases, because a case needs two starts in place of about twenty requests.
const costDivisor = 5

const atRestArea: Area<AtRestCase> = {
  id: 'generated.encryption.at-rest',
  cases: atRestCases,
  regressions,
  regressionsFile: 'suites/generated/encryption/regressions.ts',
  perStart: 1,
  cost: costDivisor,
  requests: ({ hasCustom }) => 2 * (builtInTypes.length + (hasCustom ? customResources.length : 0)),
  coverage: coverageOf,
  coverable,
  judge: judgeAtRest,
  focused: focusCase,
}

must(atRestArea.id, { row: 'resources', aspect: 'of ResourceConfiguration, generated cases' }, () => {
  says('Who writes and who reads a resource in the store follows from the entries alone.')
  test(
    {
      title: 'objects are stored and read as documented',
      id: 'objects are stored and read as the documents say',
    },
    async (check) => {
      check.needs('objects-of-groups')
      check.needs('custom-resources')
      await judgeCases(atRestArea)
    },
  )
})
