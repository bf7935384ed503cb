import { inject } from 'vitest'
import { rulesOf, says, test } from '#kit'
import { type Area, judgeCases, limitOf } from '#kit/generate.ts'
import { flagRow } from '../../shared/flags/place.ts'
import { coverable, coverageOf } from './coverage.ts'
import { reloadCases } from './draw.ts'
import { judgeReloads } from './drive.ts'
import { type ReloadCase, resources } from './model.ts'
import { regressions } from './regressions.ts'

const { must } = rulesOf({ waits: true, limitMs: limitOf(inject('settings')) })

// Divides the number of generated cases, because a target may take a minute to reload a file.
const cost = 75

const reloadArea: Area<ReloadCase> = {
  id: 'generated.encryption.reload',
  cases: reloadCases,
  regressions,
  regressionsFile: 'suites/generated/reload/regressions.ts',
  perStart: resources.length,
  cost,
  requests: ({ files }) => files.length,
  coverage: coverageOf,
  coverable,
  judge: judgeReloads,
}

must(reloadArea.id, flagRow('--encryption-provider-config-automatic-reload', 'generated cases'), () => {
  says(
    'The present file alone decides who writes and who reads a resource, whichever files were loaded before.',
  )
  test(
    { title: 'objects are stored and read as the present file configures', id: 'present-file' },
    async (check) => {
      check.needs('objects-of-groups')
      await judgeCases(reloadArea)
    },
  )
})
