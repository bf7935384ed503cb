import { nowMs, test, untilMoment, formerly } from '#kit'
import { ignoringFault } from '../../../shared/controller-manager/leaves.ts'
import { requireFields, declareFieldRule } from '../field.ts'
import { putObject } from '../fixture.ts'
import { expectGrace, graceFixtures, nextName, seconds } from './grace-fixtures.ts'
import { demandShortGrace } from './short-grace.ts'
import { fields, putNode, reportReady } from './nodes.ts'

// Long enough for several health checks of the nodes.
const unhealthyMs = 1_500

const fixturesByPeriod = {
  'the first period': 'first',
  'the second period': formerly('another period', 'second'),
} as const

declareFieldRule(
  {
    field: fields.startup,
    aspect: 'grace',
    says: 'A node that has never reported its status is marked unhealthy after NodeStartupGracePeriod, and no sooner.',
    waits: true,
  },
  () => {
    test
      .for(fixturesByPeriod)(
        {
          title: 'does not mark a starting node unhealthy within %s',
          id: 'leaves a starting node in peace for %s',
        },
        async (name) => {
          requireFields(fields.startup)
          await demandShortGrace()
          const managerFixture = await graceFixtures[name]()

          await expectGrace(managerFixture, seconds[name][0] * 1_000, (api, node) => {
            putObject(api, { apiVersion: 'v1', kind: 'Node', metadata: { name: node } })
          })
        },
      )
      .sees(ignoringFault(fields.startup))

    test('does not mark a starting node unhealthy that has only a condition of its network', async () => {
      requireFields(fields.startup)
      await demandShortGrace()

      await expectGrace(await graceFixtures.first(), seconds.first[0] * 1_000, (api, node) => {
        const conditions = [{ type: 'NetworkUnavailable', status: 'False', reason: 'RouteCreated' }]
        putObject(api, { apiVersion: 'v1', kind: 'Node', metadata: { name: node }, status: { conditions } })
      })
    }).sees('node-startup-grace-without-conditions-alone')
  },
)

declareFieldRule(
  {
    field: fields.monitor,
    aspect: 'grace',
    says: 'A running node that falls silent is called unhealthy after NodeMonitorGracePeriod, and no sooner.',
    waits: true,
  },
  () => {
    test
      .for(fixturesByPeriod)(
        {
          title: 'does not mark a silent node unhealthy within %s',
          id: 'leaves a silent node in peace for %s',
        },
        async (name) => {
          requireFields(fields.monitor)
          await demandShortGrace()
          const managerFixture = await graceFixtures[name]()

          await expectGrace(managerFixture, seconds[name][1] * 1_000, (api, node) =>
            putNode(api, node, 'True', 'judged'),
          )
        },
      )
      .sees(ignoringFault(fields.monitor))

    test(
      {
        title: 'waits for the whole period again after a node has recovered',
        id: 'leaves a node in peace for that long once more after it recovered',
      },
      async () => {
        requireFields(fields.monitor)
        await demandShortGrace()
        const managerFixture = await graceFixtures.second()
        const node = `${nextName(managerFixture.api)}-recovering`
        const graceMs = seconds.second[1] * 1_000
        await expectGrace(managerFixture, graceMs, (api) => putNode(api, node, 'True', 'judged'), node)

        await untilMoment(nowMs() + unhealthyMs, 'the node was unhealthy for a while')
        await expectGrace(managerFixture, graceMs, (api) => reportReady(api, node, 'True'), node)
      },
    ).sees('node-startup-grace-after-recovery', ignoringFault(fields.monitor))
  },
)
