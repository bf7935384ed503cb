import { expect, JitterCanary, nowMs, rejectJitter, rulesOf, says, test } from '#kit'
import type { Flags } from '#kit/launch.ts'
import { separateStores, type ServerWithStore, storedServer } from './separate-store.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { type HealthPath, type HealthStatus, healthStatus } from './slow-store.ts'

const { must } = rulesOf({ overlaps: true, waits: true })

const health = '--etcd-healthcheck-timeout'
const readiness = '--etcd-readycheck-timeout'
const storesOfFile = separateStores()

// Health by flags. The delay of store responses is between the timeouts to distinguish, with a margin for a busy
// machine.
const statusesByFlags = {
  shortHealth: statusUnder({ [health]: '1s', [readiness]: '4s' }, 1_500),
  shortReadiness: statusUnder({ [health]: '4s', [readiness]: '1s' }, 1_500),
  long: statusUnder({ [health]: '4s', [readiness]: '4s' }, 2_700),
}
const defaultFixture = storedServer(storesOfFile, () => ({}))
const statusInTime = measureWhileSlow(defaultFixture, () => healthStatus(defaultFixture, 900))
// Runs after the measurement of `statusInTime`, because both use the same server.
const statusTooLate = measureWhileSlow(defaultFixture, () =>
  statusInTime().then(
    () => healthStatus(defaultFixture, 3_000),
    () => healthStatus(defaultFixture, 3_000),
  ),
)

function statusUnder(flags: Flags, lateMs: number): () => Promise<MeasuredStatus> {
  const slowFixture = storedServer(storesOfFile, () => flags)
  return measureWhileSlow(slowFixture, () => healthStatus(slowFixture, lateMs))
}

/** Health with slow responses of the store. */
interface MeasuredStatus {
  readonly status: HealthStatus
  /** Lateness of the machine and the server meanwhile, in milliseconds. */
  readonly worstMs: number
}

/** Returns a function that runs the work once and adds the server to the evidence of each check. */
function measureWhileSlow(
  fixture: () => Promise<ServerWithStore>,
  work: () => Promise<HealthStatus>,
): () => Promise<MeasuredStatus> {
  let pendingWork: Promise<MeasuredStatus> | undefined
  return async () => {
    const { server } = await fixture()
    pendingWork ??= measureStatus(server.processId, work)
    return pendingWork
  }
}

async function measureStatus(processId: number, work: () => Promise<HealthStatus>): Promise<MeasuredStatus> {
  using canary = new JitterCanary(processId)
  const fromMs = nowMs()
  return { status: await work(), worstMs: canary.worst(fromMs, nowMs()) }
}

async function expectStatus(
  measuredStatus: () => Promise<MeasuredStatus>,
  path: HealthPath,
  isHealthy: boolean,
): Promise<void> {
  const { status, worstMs } = await measuredStatus()
  rejectJitter(() => worstMs)

  expect(status[path], `${path} succeeds`).toBe(isHealthy)
}

interface HealthFlag {
  readonly flag: typeof health | typeof readiness
  readonly sort: 'healthcheck' | 'readycheck'
  readonly path: HealthPath
  readonly short: () => Promise<MeasuredStatus>
}

const healthFlags: readonly HealthFlag[] = [
  { flag: health, sort: 'healthcheck', path: '/healthz', short: statusesByFlags.shortHealth },
  { flag: readiness, sort: 'readycheck', path: '/readyz', short: statusesByFlags.shortReadiness },
]

for (const { flag, sort, path, short } of healthFlags) {
  must(
    `flag.etcd-${sort}-timeout.limit`,
    { ...flagRow(flag, 'meaning'), ...(path === '/healthz' && { capability: 'health-tells-of-store' }) },
    () => {
      says(`The check of the store behind ${path} ends after ${flag} and not before.`)
      test(
        {
          title: `${path} fails when the store responds later than the timeout`,
          id: `${path} fails when the store answers later than the timeout`,
        },
        () => expectStatus(short, path, false),
      ).sees(`etcd-${sort}-timeout-unlimited`)

      test(
        {
          title: `${path} succeeds when the store responds late but within the timeout`,
          id: `${path} succeeds when the store answers late but within the timeout`,
        },
        () => expectStatus(statusesByFlags.long, path, true),
      ).sees(`etcd-${sort}-timeout-halved`)
    },
  )
  must(
    `flag.etcd-${sort}-timeout.default`,
    { ...flagRow(flag, 'default'), ...(path === '/healthz' && { capability: 'health-tells-of-store' }) },
    () => {
      says(`The check of the store behind ${path} ends after 2 s when no flag says otherwise.`)
      test(
        {
          title: `${path} succeeds when the store responds within a second`,
          id: `${path} succeeds when the store answers within a second`,
        },
        () => expectStatus(statusInTime, path, true),
      ).sees(`etcd-${sort}-timeout-default-short`)

      test(
        {
          title: `${path} fails when the store responds after three seconds`,
          id: `${path} fails when the store answers after three seconds`,
        },
        () => expectStatus(statusTooLate, path, false),
      ).sees(`etcd-${sort}-timeout-default-doubled`)
    },
  )
}
