import { inject } from 'vitest'
import { rulesOf, says, test } from '#kit'
import { type Area, judgeCases, limitOf } from '#kit/generate.ts'
import { atRestCases } from './draw.ts'
import { focused, judgeAtRest } from './drive.ts'
import { kept } from './kept.ts'
import { type AtRestCase, builtIn, custom } from './model.ts'
import { visitable, visitsOf } from './visits.ts'

const { must } = rulesOf({
  document: 1,
  section: 'EncryptionConfiguration (v1)',
  limitMs: limitOf(inject('settings')),
})

// Two starts for about twenty requests.
const dearness = 5

const atRest: Area<AtRestCase> = {
  id: 'generated.encryption.at-rest',
  cases: atRestCases,
  kept,
  keptIn: 'suites/generated/encryption/kept.ts',
  perStart: 1,
  dearness,
  questions: ({ hasCustom }) => 2 * (builtIn.length + (hasCustom ? custom.length : 0)),
  visits: visitsOf,
  visitable,
  judge: judgeAtRest,
  focused,
}

must(atRest.id, { row: 'resources', aspect: 'of ResourceConfiguration, generated cases' }, () => {
  says('Who writes and who reads a resource in the store follows from the entries alone.')
  test('objects are stored and read as the documents say', async (check) => {
    check.needs('objects-of-groups')
    check.needs('custom-resources')
    await judgeCases(atRest)
  })
})
