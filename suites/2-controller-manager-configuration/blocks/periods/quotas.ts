import { expect } from '#harness/check/expect.ts'
import { test } from '#harness/check/rule.ts'
import { comesTrue } from '#harness/machine/until.ts'
import { expectInTime } from '#harness/observe/judge.ts'
import { nowMs } from '#harness/time.ts'
import type { ApiServer } from '#mocks/api-server/index.ts'
import { demandFields, fieldRule } from '../field.ts'
import { put, type World } from '../world.ts'

const withinMs = 10_000

/** Quota, and the wrong usage that other clients write. */
interface Case {
  readonly namespace: string
  readonly name: string
  readonly resources: readonly string[]
  /** Number of wrong writes. Default: one. */
  readonly times?: number
}

const cases = {
  'the second quota of a namespace': { namespace: 'quotas-a', name: 'second', resources: ['pods'] },
  'a quota of another namespace': { namespace: 'quotas-b', name: 'first', resources: ['pods'] },
  'a count of other objects': {
    namespace: 'quotas-c',
    name: 'first',
    resources: ['configmaps', 'secrets', 'services', 'persistentvolumeclaims'],
  },
  'a quota that is wrong again': { namespace: 'quotas-d', name: 'first', resources: ['pods'], times: 3 },
} as const satisfies Readonly<Record<string, Case>>

/** Creates the quotas. */
export function arrangeQuotas(api: ApiServer): void {
  const quotas: readonly Case[] = [
    { ...cases['the second quota of a namespace'], name: 'first' },
    ...Object.values(cases),
  ]
  for (const { namespace, name, resources } of quotas)
    put(api, {
      apiVersion: 'v1',
      kind: 'ResourceQuota',
      metadata: { name, namespace },
      spec: { hard: Object.fromEntries(resources.map((resource) => [resource, '10'])) },
    })
}

/** Returns the usage that a quota records. */
function usedOf(api: ApiServer, { namespace, name }: Case): Readonly<Record<string, string>> {
  const status = api.hand.get({ resource: 'resourcequotas', namespace, name })?.status
  return (status as { used?: Readonly<Record<string, string>> } | undefined)?.used ?? {}
}

interface Told {
  readonly seen: () => Promise<World>
  readonly periodsMs: Readonly<Record<string, number>>
}

/** Declares the rules for corrected quotas. */
export function quotaRules(field: string, worlds: Readonly<Record<string, Told>>): void {
  fieldRule(
    {
      field,
      aspect: 'each-quota',
      says: 'The usage of each quota and of each sort of object is corrected within the sync period, each time.',
      waits: true,
    },
    () => {
      const table = Object.fromEntries(
        Object.entries(worlds).flatMap(([period, world]) =>
          Object.entries<Case>(cases).map(([what, quota]) => [`${what} (${period})`, { quota, world }]),
        ),
      )
      test
        .for(table)('corrects the usage of %s', async ({ quota, world }) => {
          demandFields(field)
          const { api, canary } = await world.seen()
          const isRight = () => quota.resources.every((resource) => usedOf(api, quota)[resource] === '0')
          expect(await comesTrue(isRight, withinMs), 'whether the usage is right at first').toBe(true)

          for (let time = 0; time < (quota.times ?? 1); time++) {
            const used = Object.fromEntries(quota.resources.map((resource) => [resource, '7']))
            const { namespace, name } = quota
            const fromMs = nowMs()
            api.hand.patch({ resource: 'resourcequotas', namespace, name }, { status: { used } })
            const corrected = await comesTrue(isRight, withinMs)
            const atMs = nowMs()
            expect(corrected, 'whether the usage is corrected').toBe(true)
            expectInTime(
              { earliestMs: atMs, latestMs: atMs },
              {
                what: 'the usage is corrected',
                originMs: fromMs,
                notAfterMs: fromMs + (world.periodsMs[field] ?? 0) + 500,
                jitterMs: canary.worst(fromMs, atMs),
                marginMs: 3_000,
              },
            )
          }
        })
        .sees(({ quota }) => {
          if ((quota.times ?? 1) > 1) return 'quotas-corrected-once'
          return quota.resources.includes('pods')
            ? 'quotas-of-one-corrected'
            : 'quotas-of-pods-corrected-alone'
        })
    },
  )
}
