import { test } from '#kit'
import { fail } from '#mocks/api-server/index.ts'
import { ignoringFault } from '../../../shared/controller-manager/leaves.ts'
import { requireFields, declareFieldRule } from '../field.ts'
import { requestsSince, expectPace } from '../requests.ts'
import { sharedFixture } from '../fixture.ts'
import { demandShortGrace } from './short-grace.ts'
import { fields, putNode } from './nodes.ts'

const period = '/OrchCloudShared/NodeMonitorPeriod'
const statusWriteFilter = { verb: ['update', 'patch'], resource: 'nodes/status' } as const
// Attempts within this time belong to one health check of the nodes.
const burstMs = 500

const monitorFixture = (periodMs: number) =>
  sharedFixture(() => ({
    blocks: ['NodeLifecycleController'],
    fields: { [fields.monitor]: '2s', [period]: `${periodMs}ms` },
    watchedResources: ['nodes', 'pods'],
    prepareApi: (api) => {
      putNode(api, 'silent', 'True', 'judged')
      // A failed write is retried at the next check, and so shows the time of that check.
      api.on(statusWriteFilter, fail(500))
    },
  }))

declareFieldRule(
  {
    field: period,
    aspect: 'period',
    says: 'The node controller looks at the status of nodes once in a NodeMonitorPeriod.',
    waits: true,
  },
  () => {
    test
      .for({ '1.5 s': [1_500, monitorFixture(1_500)], '3 s': [3_000, monitorFixture(3_000)] } as const)(
        {
          title: 'marks a silent node unhealthy once in each period of %s',
          id: 'calls a silent node unhealthy again and again, once in %s',
        },
        async ([periodMs, request]) => {
          requireFields(period)
          await demandShortGrace()
          const managerFixture = await request()
          const statusWrites = () =>
            requestsSince(managerFixture.api, managerFixture.readyMs, statusWriteFilter)
              .map(({ atMs }) => atMs)
              .filter((atMs, index, all) => index === 0 || atMs - (all[index - 1] ?? 0) > burstMs)

          await expectPace(managerFixture, statusWrites, { what: 'a look at the nodes', periodMs })
        },
      )
      .sees(ignoringFault(period), ignoringFault(fields.monitor))
  },
)
