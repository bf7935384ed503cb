import { becomesTrue, expect, JitterCanary, monitorJitter, rulesOf, says, test } from '#kit'
import { checkApi, startManager } from '../../shared/controller-manager.ts'
import { replicaSet } from '../../shared/manager/objects.ts'
import { workerName } from '../../shared/manager/work.ts'

const { must } = rulesOf({ document: 2, section: 'GenericControllerManagerConfiguration', overlaps: true })

const objects = 40
const withinMs = 25_000
// Factor by which a busy program may stay behind its limits.
const maxFactor = 1.5
const unlimited = { qps: 1_000, burst: 1_000 }

/** Returns the milliseconds from the first write of a controller to the write with this number. */
async function writingMs(limits: { readonly qps: number; readonly burst: number }, writeCount: number) {
  const api = await checkApi()
  for (let number = 0; number < objects; number++) api.hand.create(replicaSet(`backlog-${number}`))
  const manager = await startManager({
    api,
    configuration: { Generic: { ClientConnection: limits } },
    extraConfiguration: { Generic: { Controllers: [workerName('replicaSets')] } },
  })
  monitorJitter(manager.processId)
  using canary = new JitterCanary(manager.processId)
  // The client of a controller also sends its events and the status of its objects.
  const writes = () => api.journal.filter(({ verb }) => ['create', 'update', 'patch'].includes(verb))
  await becomesTrue(() => writes().length >= writeCount, withinMs)
  expect(writes().length, 'writes').toBeGreaterThanOrEqual(writeCount)
  const [firstMs = 0, lastMs = 0] = [writes()[0]?.atMs, writes()[writeCount - 1]?.atMs]
  return { spanMs: lastMs - firstMs, lateMs: canary.worst(firstMs, lastMs) }
}

const limits = {
  qps: {
    says: 'A client may send qps requests per second: a manager that is faster without the limit reaches it.',
    row: 'qps',
    limits: { qps: 5, burst: 1 },
    writeCount: 21,
    expectedMs: 4_000,
    fault: 'qps-halved',
  },
  burst: {
    says: 'A client may send burst requests at once: a manager that is faster without the limit does so.',
    row: 'burst',
    // Half of the burst remains for the requests of the start.
    limits: { qps: 1, burst: 30 },
    writeCount: 15,
    expectedMs: 1_500,
    fault: 'burst-of-one',
  },
} as const

for (const { says: requirement, row, limits: tested, writeCount, expectedMs, fault } of Object.values(limits))
  must(`manager.generic.client-connection.${row}.reached`, row, () => {
    says(requirement)
    test({ title: `writes as fast as ${row} permits`, id: 'reached' }, async () => {
      const [limited, free] = await Promise.all([
        writingMs(tested, writeCount),
        writingMs(unlimited, writeCount),
      ])

      expect(limited.spanMs, 'milliseconds for the writes').toBeLessThan(
        Math.max(maxFactor * expectedMs, 2 * free.spanMs) + limited.lateMs,
      )
    }).sees(fault)
  })
