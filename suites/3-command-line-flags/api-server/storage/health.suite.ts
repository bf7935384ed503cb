import { monitorJitter, expect, rulesOf, says, test } from '#kit'
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
const statusInTime = whileSlow(defaultFixture, () => healthStatus(defaultFixture, 900))
// Runs after the measurement of `statusInTime`, because both use the same server.
const statusTooLate = whileSlow(defaultFixture, () =>
  statusInTime().then(
    () => healthStatus(defaultFixture, 3_000),
    () => healthStatus(defaultFixture, 3_000),
  ),
)

function statusUnder(flags: Flags, lateMs: number): () => Promise<HealthStatus> {
  const slowFixture = storedServer(storesOfFile, () => flags)
  return whileSlow(slowFixture, () => healthStatus(slowFixture, lateMs))
}

/** Returns a function that runs the work once and adds the server to the evidence of each check. */
function whileSlow<T>(fixture: () => Promise<ServerWithStore>, work: () => Promise<T>): () => Promise<T> {
  let pendingWork: Promise<T> | undefined
  return async () => {
    await fixture()
    pendingWork ??= work()
    return pendingWork
  }
}

interface HealthFlag {
  readonly flag: typeof health | typeof readiness
  readonly sort: 'healthcheck' | 'readycheck'
  readonly path: HealthPath
  readonly short: () => Promise<HealthStatus>
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
        async () => {
          monitorJitter()

          expect((await short())[path], `${path} succeeds`).toBe(false)
        },
      ).sees(`etcd-${sort}-timeout-unlimited`)

      test(
        {
          title: `${path} succeeds when the store responds late but within the timeout`,
          id: `${path} succeeds when the store answers late but within the timeout`,
        },
        async () => {
          monitorJitter()

          expect((await statusesByFlags.long())[path], `${path} succeeds`).toBe(true)
        },
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
        async () => {
          monitorJitter()

          expect((await statusInTime())[path], `${path} succeeds`).toBe(true)
        },
      ).sees(`etcd-${sort}-timeout-default-short`)

      test(
        {
          title: `${path} fails when the store responds after three seconds`,
          id: `${path} fails when the store answers after three seconds`,
        },
        async () => {
          monitorJitter()

          expect((await statusTooLate())[path], `${path} succeeds`).toBe(false)
        },
      ).sees(`etcd-${sort}-timeout-default-doubled`)
    },
  )
}
