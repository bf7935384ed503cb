import { expect, nowMs, test, untilMoment } from '#kit'
import { requireFields, declareFieldRule } from '../field.ts'
import { putObject } from '../fixture.ts'
import { requestsSince } from '../requests.ts'
import { demandShortGrace } from './short-grace.ts'
import { expectGrace, graceFixtures, nextName, seconds } from './grace-fixtures.ts'
import { fields, putNode, reportReady } from './nodes.ts'

// Longest time from the end of a period until the mark: a health check, and the work of a busy manager.
const markedWithinMs = 2_000
const reportIntervalMs = 1_000

declareFieldRule(
  {
    field: fields.startup,
    aspect: 'over',
    says: 'A node that has never reported its status is marked unhealthy once NodeStartupGracePeriod is over.',
    waits: true,
  },
  () => {
    test({ title: 'marks a starting node unhealthy soon after the period', id: 'soon' }, async () => {
      requireFields(fields.startup)
      await demandShortGrace()
      const managerFixture = await graceFixtures.first()
      const createNode = (_: unknown, name: string) =>
        void putObject(managerFixture.api, { apiVersion: 'v1', kind: 'Node', metadata: { name } })
      const name = `${nextName(managerFixture.api)}-starting`

      await expectGrace(managerFixture, seconds.first[0] * 1_000, createNode, name, markedWithinMs)
    }).sees('node-grace-doubled')
  },
)

declareFieldRule(
  {
    field: fields.monitor,
    aspect: 'reports',
    says: 'NodeMonitorGracePeriod is the time since the last report of a running node.',
    waits: true,
  },
  () => {
    test({ title: 'marks a silent node unhealthy soon after the period', id: 'soon' }, async () => {
      requireFields(fields.monitor)
      await demandShortGrace()
      const managerFixture = await graceFixtures.second()
      const createNode = (_: unknown, name: string) => putNode(managerFixture.api, name, 'True', 'judged')
      const name = `${nextName(managerFixture.api)}-silent`

      await expectGrace(managerFixture, seconds.second[1] * 1_000, createNode, name, markedWithinMs)
    }).sees('node-grace-doubled')

    test(
      { title: 'marks a node that reports for two periods only after its last report', id: 'last-report' },
      async () => {
        requireFields(fields.monitor)
        await demandShortGrace()
        const managerFixture = await graceFixtures.first()
        const { api } = managerFixture
        const graceMs = seconds.first[1] * 1_000
        const name = `${nextName(api)}-reporting`
        const fromMs = nowMs()
        putNode(api, name, 'True', 'judged')
        for (let atMs = fromMs; atMs < fromMs + 2 * graceMs; atMs += reportIntervalMs) {
          await untilMoment(atMs, 'the node reports again')
          reportReady(api, name, 'True')
        }
        const marks = requestsSince(api, fromMs, {
          verb: ['update', 'patch'],
          resource: 'nodes/status',
          name,
        })

        expect(
          marks.map(({ what }) => what),
          'marks of a node that reports',
        ).toEqual([])
        await expectGrace(managerFixture, graceMs, () => reportReady(api, name, 'True'), name)
      },
    ).sees('node-heartbeats-ignored')
  },
)
