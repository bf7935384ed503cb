import { monitorJitter, expect, JitterCanary, nowMs, rulesOf, says, test, until, untilMoment } from '#kit'
import { checkApi, startManager } from '../../shared/controller-manager.ts'
import { deployment } from '../../shared/manager/objects.ts'
import { workerName } from '../../shared/manager/work.ts'

const { must } = rulesOf({ document: 2, section: 'GenericControllerManagerConfiguration', overlaps: true })
const qps = 5
const burst = 4
interface ClientLimits {
  readonly qps: number
  readonly burst: number
}
const configuredLimits: ClientLimits = { qps, burst }
// A fraction that is rounded up would double the rate.
const slowLimits: ClientLimits = { qps: 0.5, burst: 1 }
// Number of additional writes that clock differences and an idle moment can explain.
const countSlack = 2
const objects = 30
const writtenResources: readonly string[] = ['replicasets', 'deployments']
const withinMs = 40_000

/** Writes of one controller that has more to write than the limits permit. */
interface WriteTimes {
  /** Times in milliseconds from the first write, oldest first. */
  readonly moments: readonly number[]
  /** Lateness of this machine, by which writes may have been sent earlier than they were observed. */
  readonly lateMs: number
}

async function writesOf(
  min: number,
  lookMs: number,
  limits: ClientLimits = configuredLimits,
  UseServiceAccountCredentials = false,
): Promise<WriteTimes> {
  const api = await checkApi()
  for (let number = 0; number < objects; number++) api.hand.create(deployment(`backlog-${number}`))
  const manager = await startManager({
    api,
    configuration: {
      Generic: { ClientConnection: { ...limits } },
      ...(UseServiceAccountCredentials && { OrchCloudShared: { UseServiceAccountCredentials } }),
    },
    extraConfiguration: { Generic: { Controllers: [workerName('deployments')] } },
  })
  monitorJitter(manager.processId)
  using canary = new JitterCanary(manager.processId)
  const fromMs = nowMs()
  // A controller also updates the status of the owner with the same client.
  const writes = () =>
    api.journal.filter(
      ({ verb, resource }) =>
        writtenResources.includes(resource) && ['create', 'update', 'patch'].includes(verb),
    )
  await until(() => writes().length >= min, { withinMs, what: `${min} objects were written` })
  const [first] = writes()
  await untilMoment((first?.atMs ?? 0) + lookMs, 'all was seen that may have been written')
  return { moments: writes().map(({ atMs }) => atMs), lateMs: canary.worst(fromMs, nowMs()) }
}

/** Expects no more writes in any interval of `spanMs` than the limits permit. */
function expectLimited(
  { moments, lateMs }: WriteTimes,
  spanMs: number,
  { qps, burst } = configuredLimits,
): void {
  const windowCounts = moments.map((from) => moments.filter((at) => at >= from && at <= from + spanMs).length)
  const maxWrites = burst + (qps * (spanMs + lateMs)) / 1_000 + countSlack
  expect(Math.max(0, ...windowCounts), `writes within ${spanMs} ms`).toBeLessThanOrEqual(Math.ceil(maxWrites))
}

must('manager.generic.client-connection.qps.limits', 'qps', () => {
  says('A client sends at most qps requests per second to the API server, after its burst is used up.')
  test(
    {
      title: 'writes no faster than qps over two seconds',
      id: 'writes no faster than that over two seconds',
    },
    async () => {
      expectLimited(await writesOf(burst + 2 * qps, 2_500), 2_000)
    },
  ).sees('field-ignored-generic-client-connection-qps', 'field-ignored-generic-client-connection-burst')

  test(
    {
      title: 'writes at most once in two seconds over ten seconds',
      id: 'writes no faster than once in two seconds over ten',
    },
    async () => {
      expectLimited(await writesOf(2, 10_500, slowLimits), 10_000, slowLimits)
    },
  ).sees(
    'qps-rounded-up',
    'field-ignored-generic-client-connection-qps',
    'field-ignored-generic-client-connection-burst',
  )

  test(
    {
      title: 'writes no faster than qps with the credentials of a service account',
      id: 'with-service-account-credentials',
    },
    async () => {
      expectLimited(await writesOf(2, 10_500, slowLimits, true), 10_000, slowLimits)
    },
  ).sees('limits-of-service-accounts-default')
})

must('manager.generic.client-connection.burst.limits', 'burst', () => {
  says('Beyond the rate, only burst more queries may have accumulated.')
  test({ title: 'writes no more than burst at once', id: 'writes no more than that at once' }, async () => {
    expectLimited(await writesOf(burst, 1_000), 100)
  }).sees('field-ignored-generic-client-connection-qps', 'field-ignored-generic-client-connection-burst')

  test(
    {
      title: 'writes no more than burst at once with the credentials of a service account',
      id: 'with-service-account-credentials',
    },
    async () => {
      expectLimited(await writesOf(burst, 1_000, configuredLimits, true), 100)
    },
  ).sees('limits-of-service-accounts-default')
})
