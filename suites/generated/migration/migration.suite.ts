import { inject } from 'vitest'
import { rulesOf, says, test } from '#kit'
import { type Area, judgeCases, limitOf } from '#kit/generate.ts'
import { coverable, coverageOf } from './coverage.ts'
import { migrationCases } from './draw.ts'
import { judgeMigrations } from './drive.ts'
import type { MigrationCase } from './model.ts'
import { regressions } from './regressions.ts'

const { must } = rulesOf({
  document: 2,
  section: 'Top-level kinds',
  capability: 'leader-leases',
  waits: true,
  limitMs: 2 * limitOf(inject('settings')),
})

// Divides the number of generated cases, because a case starts several programs, and waits for leases for half a minute
// or longer.
const cost = 75

const migration: Area<MigrationCase> = {
  id: 'generated.manager.migration',
  cases: migrationCases,
  regressions,
  regressionsFile: 'suites/generated/migration/regressions.ts',
  perStart: 1,
  cost,
  requests: () => 1,
  coverage: coverageOf,
  coverable,
  judge: judgeMigrations,
}

must(
  migration.id,
  {
    rows: ['leaderName', 'controllerLeaders', 'ControllerLeaderConfiguration.component'],
    aspect: 'generated cases',
  },
  () => {
    says(
      'An instance runs a listed controller while it holds the lock of the migration, and any other controller while it holds its main lock.',
    )
    test({ title: 'instances run the controllers of their locks', id: 'controllers-run' }, async () => {
      await judgeCases(migration)
    })
  },
)
