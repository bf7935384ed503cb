import { becomesTrue, expect, nowMs, test, caseOf, formerly } from '#kit'
import type { ApiServer } from '#mocks/api-server/index.ts'
import { requireFields, declareFieldRule } from '../field.ts'
import { expectWithinPeriod } from '../requests.ts'
import { quotaField, fixtures } from './managers.ts'
import { type QuotaCase, cases } from './quotas.ts'

const withinMs = 10_000
// Texts of titles that differ from the keys of the cases.
const texts: Readonly<Record<string, string>> = {
  'a count of other objects': 'a quota of resources other than pods',
  'a quota that is wrong again': 'a quota whose usage is wrong several times',
}

/** Returns the usage that a quota records. */
function usedOf(api: ApiServer, { namespace, name }: QuotaCase): Readonly<Record<string, string>> {
  const status = api.hand.get({ resource: 'resourcequotas', namespace, name })?.status
  return (status as { used?: Readonly<Record<string, string>> } | undefined)?.used ?? {}
}

declareFieldRule(
  {
    field: quotaField,
    aspect: 'each-quota',
    says: 'The usage of each quota and of each sort of object is corrected within the sync period, each time.',
    waits: true,
  },
  () => {
    const table = Object.fromEntries(
      Object.entries(fixtures).flatMap(([period, one]) => {
        const { value: fixture, id = period } = caseOf(one)
        return Object.entries<QuotaCase>(cases).map(([what, quota]) => [
          `${texts[what] ?? what} (${period})`,
          formerly(`${what} (${id})`, { quota, fixture }),
        ])
      }),
    )
    test
      .for(table)('corrects the usage of %s', async ({ quota, fixture }) => {
        requireFields(quotaField)
        const managerFixture = await fixture.seen()
        const { api } = managerFixture
        const isUsageCorrect = () => quota.resources.every((resource) => usedOf(api, quota)[resource] === '0')
        expect(await becomesTrue(isUsageCorrect, withinMs), 'whether the usage is right at first').toBe(true)

        for (let nextQuota = 0; nextQuota < (quota.times ?? 1); nextQuota++) {
          const wrongUsage = Object.fromEntries(quota.resources.map((resource) => [resource, '7']))
          const { namespace, name } = quota
          const fromMs = nowMs()
          api.hand.patch({ resource: 'resourcequotas', namespace, name }, { status: { used: wrongUsage } })
          const isCorrected = await becomesTrue(isUsageCorrect, withinMs)
          const atMs = nowMs()
          expect(isCorrected, 'whether the usage is corrected').toBe(true)
          expectWithinPeriod(managerFixture, {
            what: 'the usage is corrected',
            periodMs: fixture.periodsMs[quotaField] ?? 0,
            changedMs: fromMs,
            atMs,
          })
        }
      })
      .sees(({ quota }) => {
        if ((quota.times ?? 1) > 1) return 'quotas-corrected-once'
        if (quota.scope !== undefined)
          return ['quotas-of-one-corrected', 'quotas-without-scopes-corrected-alone']
        return quota.resources.includes('pods') ? 'quotas-of-one-corrected' : 'quotas-of-pods-corrected-alone'
      })
  },
)
