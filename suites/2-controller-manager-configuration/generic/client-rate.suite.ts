import { becomesTrue, expect, JitterCanary, monitorJitter, rulesOf, says, test } from '#kit'
import type { ApiServerRequest } from '#mocks/api-server/index.ts'
import { checkApi, startManager } from '../../shared/controller-manager.ts'
import { replicaSet } from '../../shared/manager/objects.ts'
import { workerName } from '../../shared/manager/work.ts'

const { must } = rulesOf({ document: 2, section: 'GenericControllerManagerConfiguration', overlaps: true })

const objects = 40
const withinMs = 25_000
// Factor by which a busy program may stay behind its limits.
const maxFactor = 1.5
const unlimited = { qps: 1_000, burst: 1_000 }

interface ClientLimits {
  readonly qps: number
  readonly burst: number
}

/** Returns the milliseconds from the first write of a controller to the write with this number. */
async function writingMs(limits: ClientLimits, writeCount: number, UseServiceAccountCredentials = false) {
  const api = await checkApi()
  for (let number = 0; number < objects; number++) api.hand.create(replicaSet(`backlog-${number}`))
  const manager = await startManager({
    api,
    configuration: {
      Generic: { ClientConnection: limits },
      ...(UseServiceAccountCredentials && { OrchCloudShared: { UseServiceAccountCredentials } }),
    },
    extraConfiguration: { Generic: { Controllers: [workerName('replicaSets')] } },
  })
  monitorJitter(manager.processId)
  using canary = new JitterCanary(manager.processId)
  // The client of a controller also sends its events and the status of its objects.
  const writes = () =>
    api.journal.filter(
      (request) =>
        ['create', 'update', 'patch'].includes(request.verb) &&
        (!UseServiceAccountCredentials || isOfAccount(request)),
    )
  await becomesTrue(() => writes().length >= writeCount, withinMs)
  expect(writes().length, 'writes').toBeGreaterThanOrEqual(writeCount)
  const [firstMs = 0, lastMs = 0] = [writes()[0]?.atMs, writes()[writeCount - 1]?.atMs]
  return { spanMs: lastMs - firstMs, lateMs: canary.worst(firstMs, lastMs) }
}

// Excludes the requests for the accounts and their tokens, which another client sends.
const isOfAccount = ({ user }: ApiServerRequest) => user?.name.startsWith('system:serviceaccount:') ?? false

/** Expects that the writes of a controller take no longer than its limits explain. */
async function expectReached({ limits, writeCount, expectedMs }: LimitCase, usesAccounts = false) {
  const [limited, free] = await Promise.all([
    writingMs(limits, writeCount, usesAccounts),
    writingMs(unlimited, writeCount, usesAccounts),
  ])

  expect(limited.spanMs, 'milliseconds for the writes').toBeLessThan(
    Math.max(maxFactor * expectedMs, 2 * free.spanMs) + limited.lateMs,
  )
}

interface LimitCase {
  readonly limits: ClientLimits
  readonly writeCount: number
  readonly expectedMs: number
}

const limits = {
  qps: {
    says: 'A client may send qps requests per second: a manager that is faster without the limit reaches it.',
    row: 'qps',
    limits: { qps: 5, burst: 1 },
    writeCount: 21,
    expectedMs: 4_000,
    fault: 'qps-halved',
    accountFault: 'qps-halved',
  },
  burst: {
    says: 'A client may send burst requests at once: a manager that is faster without the limit does so.',
    row: 'burst',
    // Half of the burst remains for the requests of the start.
    limits: { qps: 1, burst: 30 },
    writeCount: 15,
    expectedMs: 1_500,
    fault: 'burst-of-one',
    accountFault: 'burst-of-service-accounts-at-most-ten',
  },
} as const

for (const { says: requirement, row, fault, accountFault, ...limitCase } of Object.values(limits))
  must(`manager.generic.client-connection.${row}.reached`, row, () => {
    says(requirement)
    test({ title: `writes as fast as ${row} permits`, id: 'reached' }, async () => {
      await expectReached(limitCase)
    }).sees(fault)

    test(
      {
        title: `writes as fast as ${row} permits with the credentials of a service account`,
        id: 'with-service-account-credentials',
      },
      async () => {
        await expectReached(limitCase, true)
      },
    ).sees(accountFault)
  })
