import { test } from '#kit'
import { fail } from '#mocks/api-server/index.ts'
import { ignoring } from '../../../shared/controller-manager/leaves.ts'
import { requireFields, fieldRule } from '../field.ts'
import { requestsSince, expectPace } from '../requests.ts'
import { sharedFixture } from '../fixture.ts'
import { demandShortGrace } from './short-grace.ts'
import { fields, putNode } from './nodes.ts'

const period = '/OrchCloudShared/NodeMonitorPeriod'
const writing = { verb: ['update', 'patch'], resource: 'nodes/status' } as const
// Several attempts in a row belong to one check of the nodes.
const burstMs = 500

const fixture = (periodMs: number) =>
  sharedFixture(() => ({
    blocks: ['NodeLifecycleController'],
    fields: { [fields.monitor]: '2s', [period]: `${periodMs}ms` },
    watched: ['nodes', 'pods'],
    before: (api) => {
      putNode(api, 'silent', 'True', 'judged')
      // A failed write is retried at the next check, and so shows the time of that check.
      api.on(writing, fail(500))
    },
  }))

fieldRule(
  {
    field: period,
    aspect: 'period',
    says: 'The node controller looks at the status of nodes once in a NodeMonitorPeriod.',
    waits: true,
  },
  () => {
    test
      .for({ '1.5 s': [1_500, fixture(1_500)], '3 s': [3_000, fixture(3_000)] } as const)(
        {
          title: 'marks a silent node unhealthy once in %s',
          id: 'calls a silent node unhealthy again and again, once in %s',
        },
        async ([periodMs, request]) => {
          requireFields(period)
          await demandShortGrace()
          const here = await request()
          const statusWrites = () =>
            requestsSince(here.api, here.readyMs, writing)
              .map(({ atMs }) => atMs)
              .filter((atMs, index, all) => index === 0 || atMs - (all[index - 1] ?? 0) > burstMs)

          await expectPace(here, statusWrites, { what: 'a look at the nodes', periodMs })
        },
      )
      .sees(ignoring(period), ignoring(fields.monitor))
  },
)
