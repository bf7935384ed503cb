import { expect } from '#harness/check/expect.ts'
import { test } from '#harness/check/rule.ts'
import { nowMs } from '#harness/time.ts'
import { expectInTime } from '#harness/observe/judge.ts'
import { comesTrue } from '#harness/machine/until.ts'
import { type ApiServer, withoutStoring } from '#mocks/api-server/index.ts'
import { ignoring } from '../../../shared/controller-manager/leaves.ts'
import { demandFields, fieldRule } from '../field.ts'
import { askedSince, expectPace } from '../requests.ts'
import { putClaim } from '../volumes/claims.ts'
import { binder, claimRules } from './claims.ts'
import { arrangeQuotas, quotaRules } from './quotas.ts'
import { atRest, put, sharedWorld } from '../world.ts'
import { made } from '../workers/objects.ts'

const quota = '/ResourceQuotaController/ResourceQuotaSyncPeriod'
const namespaces = '/NamespaceController/NamespaceSyncPeriod'
const withinMs = 10_000
const freeing = ['update', 'patch'] as const
const waiting = ['first-served', 'second-served'] as const

const world = (quotaMs: number, namespacesMs: number, binderMs: number) => ({
  periodsMs: { [quota]: quotaMs, [namespaces]: namespacesMs, [binder]: binderMs },
  seen: sharedWorld(() => ({
    blocks: ['ResourceQuotaController', 'NamespaceController', 'PersistentVolumeBinderController'],
    fields: { [quota]: `${quotaMs}ms`, [namespaces]: `${namespacesMs}ms`, [binder]: `${binderMs}ms` },
    watched: ['resourcequotas', 'namespaces', 'persistentvolumeclaims'],
    before: putAll,
  })),
})
const worlds = {
  // A namespace may wait for some seconds before it is evaluated, which would hide shorter periods.
  'the first period': world(3_000, 6_000, 2_500),
  'another period': world(2_000, 8_000, 1_500),
} as const

function putAll(api: ApiServer): void {
  put(api, made.quota('judged', 'default'))
  arrangeQuotas(api)
  // Another finalizer still keeps it.
  put(api, {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 'lingering', finalizers: ['judged.example/keep'] },
  })
  api.hand.remove({ resource: 'namespaces', name: 'lingering' }, {})
  // Finalization is not stored, so that each evaluation must repeat it.
  api.on({ verb: freeing, resource: 'namespaces/finalize', name: 'lingering' }, withoutStoring)
  putClaim(api, 'unbound', 'of-nobody')
  for (const name of waiting) putClaim(api, name, `class-of-${name}`)
}

fieldRule(
  {
    field: quota,
    aspect: 'period',
    says: 'What others write into the usage of a quota is corrected within the sync period.',
    waits: true,
  },
  () => {
    test
      .for(worlds)('corrects a usage within %s', async ({ seen, periodsMs }) => {
        demandFields(quota)
        const { api, canary } = await seen()
        const used = () => {
          const status = api.hand.get({ resource: 'resourcequotas', name: 'judged' })?.status
          return (status as { used?: { pods?: string } } | undefined)?.used?.pods
        }
        await comesTrue(() => used() === '0', withinMs)
        await atRest(() => askedSince(api, 0, { verb: 'update', resource: 'resourcequotas/status' }).length)
        const fromMs = nowMs()
        api.hand.patch({ resource: 'resourcequotas', name: 'judged' }, { status: { used: { pods: '7' } } })
        await comesTrue(() => used() === '0', withinMs)
        const corrected = askedSince(api, fromMs, {
          verb: ['update', 'patch'],
          resource: 'resourcequotas/status',
        })[0]

        expect(corrected, 'the correction').toBeDefined()
        const atMs = corrected?.atMs ?? fromMs
        expectInTime(
          { earliestMs: atMs, latestMs: atMs },
          {
            what: 'the usage is corrected',
            originMs: fromMs,
            notAfterMs: fromMs + (periodsMs[quota] ?? 0) + 500,
            jitterMs: canary.worst(fromMs, atMs),
            marginMs: 3_000,
          },
        )
      })
      .sees(ignoring(quota))
  },
)

fieldRule(
  {
    field: namespaces,
    aspect: 'period',
    says: 'Terminating namespaces are re-evaluated once per sync period.',
    waits: true,
    limitMs: 60_000,
  },
  () => {
    test
      .for(worlds)('looks at a namespace once in %s', async ({ seen, periodsMs }) => {
        demandFields(namespaces)
        const here = await seen()
        const looks = () =>
          ['namespaces', 'namespaces/finalize']
            .flatMap((resource) =>
              askedSince(here.api, here.readyMs, { verb: freeing, resource, name: 'lingering' }),
            )
            .map(({ atMs }) => atMs)
            .toSorted((one, other) => one - other)
            // Requests of one round, and those of the first one, do not show a period.
            .filter((atMs, index, all) => index > 0 && atMs - (all[index - 1] ?? 0) > 500)

        await expectPace(here, looks, {
          what: 'a look at the namespace',
          periodMs: periodsMs[namespaces] ?? 0,
          periods: 2,
          firstWithinMs: 15_000,
        })
      })
      .sees(ignoring(namespaces))
  },
)

claimRules(worlds)
quotaRules(quota, worlds)
