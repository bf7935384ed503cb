import { expect, type JitterCanary, repeatedMeasurement, rulesOf, says, test } from '#kit'
import { withoutStoring } from '#mocks/api-server/index.ts'
import { checkApi, controllerName, startManager } from '../../shared/controller-manager.ts'
import { service } from '../../shared/manager/objects.ts'
import { expectResyncAfter, resyncPeriodMs } from '../../shared/manager/resync.ts'
import { expectWithin } from '../../shared/manager/expect-within.ts'

const { must } = rulesOf({
  document: 2,
  section: 'GenericControllerManagerConfiguration',
  overlaps: true,
  waits: true,
})

const programs = 5
// Minimum spread of random times. Ten random times have a smaller spread once in several million runs, five once in
// several hundred. Equal times differ by less than this, even on a busy machine.
const minSpreadMs = 300

interface Resync {
  readonly canary: JitterCanary
  readonly firstMs: number
  readonly nextMs: number
}

/** Returns the writes of two consecutive resyncs. */
async function measureResyncs(): Promise<Resync> {
  const api = await checkApi()
  api.hand.create(service('forgotten'))
  const endpointWrites = api.on({ verb: 'create', resource: 'endpoints' }, withoutStoring)
  const manager = await startManager({
    api,
    configuration: { Generic: { MinResyncPeriod: `${resyncPeriodMs}ms` } },
    extraConfiguration: { Generic: { Controllers: [controllerName('EndpointController')] } },
  })
  const canary = repeatedMeasurement(manager.processId)
  // The first resync comes within a period of the start of the informers, the next a whole period later.
  await expectWithin(() => endpointWrites.asked.length >= 3, {
    withinMs: 30_000,
    what: 'what was lost was written twice again',
  })
  const [, second, third] = endpointWrites.asked
  return { canary, firstMs: second?.atMs ?? 0, nextMs: third?.atMs ?? 0 }
}

function spreadOf(resyncs: readonly Resync[]): number {
  const resyncPeriods = resyncs.map(({ firstMs, nextMs }) => nextMs - firstMs)
  return Math.max(...resyncPeriods) - Math.min(...resyncPeriods)
}

must('manager.generic.min-resync-period.resyncs', 'MinResyncPeriod', () => {
  says('Informers resync at a random interval between MinResyncPeriod and twice that.')
  test(
    {
      title:
        'writes lost objects again between the period and twice the period, and not all at the same time',
      id: 'lost objects are written again within those bounds, and not everywhere at the same time',
    },
    async () => {
      const draw = () => Promise.all(Array.from({ length: programs }, measureResyncs))
      const resyncs = await draw()
      if (spreadOf(resyncs) <= minSpreadMs) resyncs.push(...(await draw()))

      for (const { canary, firstMs, nextMs } of resyncs) expectResyncAfter(canary, firstMs, nextMs)
      expect(spreadOf(resyncs), 'spread in milliseconds').toBeGreaterThan(minSpreadMs)
    },
  ).sees(
    'field-ignored-generic-min-resync-period',
    'resync-before-period',
    'resync-after-twice-the-period',
    'resync-not-random',
  )
})
