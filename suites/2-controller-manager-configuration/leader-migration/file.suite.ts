import { expect, rulesOf, says, test } from '#kit'
import { leaseOf } from '../../shared/manager/election.ts'
import { fileKind, leaderName, startMigrating } from '../../shared/manager/migration.ts'
import { expectWithin } from '../../shared/manager/expect-within.ts'
import { untilWorked } from '../../shared/manager/work.ts'
import { expectLeftToOtherLeader } from './left-to-other-leader.ts'
import { id, source } from './migration-file.ts'

const { must } = rulesOf({ capability: 'leader-leases', overlaps: true })

must(id('leads'), source, () => {
  says(
    `What a file of kind ${fileKind} says takes effect: a lease of its leaderName guards the controllers that it lists.`,
  )
  test(
    {
      title: 'the listed controller runs, and the lease that the file names is held',
      id: 'the listed controller works, and the lease that the file names is held',
    },
    async () => {
      const { api } = await startMigrating({ component: '*', inFile: true })
      await untilWorked(api, 'deployments')

      await expectWithin(() => leaseOf(api, leaderName) !== undefined, {
        withinMs: 10_000,
        what: 'the lease that the file names was held',
      })
      expect(leaseOf(api, leaderName)?.metadata).toMatchObject({ name: leaderName })
    },
  ).sees('migration-star-not-matched')

  test(
    {
      title: 'a controller that the file lists for another component does not run',
      id: 'a controller that it lists for another component does not work',
    },
    async () => {
      const { api } = await startMigrating({ component: 'another-component', inFile: true })

      await expectLeftToOtherLeader(api, leaderName)
    },
  ).sees('migration-component-ignored')
})
