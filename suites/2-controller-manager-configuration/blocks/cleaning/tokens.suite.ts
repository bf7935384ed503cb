import { becomesTrue, expect, test } from '#kit'
import type { ApiServer, StoredObject } from '#mocks/api-server/index.ts'
import { requireFields, declareFieldRule } from '../field.ts'
import { untilQuiet, putObject, sharedFixture } from '../fixture.ts'
import { reconciledWithinMs } from '../requests.ts'

const period = '/LegacySATokenCleaner/CleanUpPeriod'
const dayMs = 86_400_000
const dateTimeDaysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString()
const dateOf = (days: number) => dateTimeDaysAgo(days).slice(0, 10)
// Days since the last use of a token, and the clean-up periods between them.
const daysSinceUse = [20, 40, 60] as const
const periods = { 'thirty days': ['720h', [20]], 'fifty days': ['1200h', [20, 40]] } as const

// Namespace of the tokens that a user has created. Their account does not list them.
const userNamespace = 'by-hand'

/** Creates tokens, each unused for the given number of days: auto-generated ones, and ones that a user has created. */
function putTokens(api: ApiServer): void {
  putObject(api, {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'orch-apiserver-legacy-service-account-token-tracking', namespace: 'orch-system' },
    data: { since: dateOf(100) },
  })
  const account = putObject(api, {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name: 'judged', namespace: 'default' },
    secrets: daysSinceUse.map((days) => ({ name: nameOf(days) })),
  })
  for (const daysUnused of daysSinceUse) putToken(api, daysUnused, account)
  const accountOfUser = putObject(api, {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name: 'judged', namespace: userNamespace },
  })
  for (const daysUnused of daysSinceUse) putToken(api, daysUnused, accountOfUser)
}

/** Creates a token of an account that was unused for the given number of days. */
function putToken(api: ApiServer, daysUnused: number, { metadata }: StoredObject): void {
  putObject(api, {
    apiVersion: 'v1',
    kind: 'Secret',
    type: 'orch.io/service-account-token',
    metadata: {
      name: nameOf(daysUnused),
      namespace: metadata.namespace ?? '',
      // Only the last use matters: all tokens have the same age, and were marked invalid at the same time.
      creationTimestamp: `${dateTimeDaysAgo(95).slice(0, 19)}Z`,
      labels: {
        'orch.io/legacy-token-last-used': dateOf(daysUnused),
        'orch.io/legacy-token-invalid-since': dateOf(90),
      },
      annotations: {
        'orch.io/service-account.name': metadata.name,
        'orch.io/service-account.uid': metadata.uid,
      },
    },
    data: { token: Buffer.from('a.b.c').toString('base64') },
  })
}

const nameOf = (days: number) => `unused-for-${days}-days`
const names = (api: ApiServer, namespace = 'default') =>
  api.hand.list('secrets', namespace).map(({ metadata }) => metadata.name)

const fixtures = Object.fromEntries(
  Object.entries(periods).map(([name, [value]]) => [
    name,
    sharedFixture(() => ({
      blocks: ['LegacySATokenCleaner'],
      fields: { [period]: value },
      watchedResources: ['secrets', 'serviceaccounts'],
      prepareApi: putTokens,
    })),
  ]),
)

declareFieldRule(
  {
    field: period,
    aspect: 'unused',
    capability: 'token-use-labels',
    says: 'Auto-generated tokens that were not used for CleanUpPeriod may be deleted, and no others.',
  },
  () => {
    test
      .for({
        'thirty days': 'thirty days',
        'fifty days': 'fifty days',
      } as const)('deletes the tokens that were unused for longer than %s', async (which, check) => {
        requireFields(period)
        const { api } = await fixtures[which]!()
        const keptNames = periods[which][1].map(nameOf)
        await becomesTrue(() => names(api).length <= keptNames.length, reconciledWithinMs)
        await untilQuiet(() => daysSinceUse.length - names(api).length)
        check.observe('tokens that are there still', names(api))

        expect(names(api)).toEqual(expect.arrayContaining(keptNames))
      })
      .sees('unused-tokens-deleted-early', 'token-use-ignored')
  },
)

declareFieldRule(
  {
    field: period,
    aspect: 'by-hand',
    capability: 'token-use-labels',
    says: 'Tokens that a user has created are not deleted, however long they were not used.',
  },
  () => {
    test({ title: 'keeps all tokens of an account that does not list them', id: 'kept' }, async () => {
      requireFields(period)
      const { api } = await fixtures['thirty days']!()
      const keptCount = periods['thirty days'][1].length
      await becomesTrue(() => names(api).length <= keptCount, reconciledWithinMs)
      await untilQuiet(() => names(api, userNamespace).length)

      expect(names(api, userNamespace).toSorted()).toEqual(daysSinceUse.map(nameOf).toSorted())
    }).sees('tokens-of-users-deleted')
  },
)
