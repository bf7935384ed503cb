import { expect, rulesOf, says, test } from '#kit'
import { allow, deny } from '#mocks/webhook-authorizer/index.ts'
import { type AuthorizerChain, chainOf } from './authorizers.ts'
import { collection } from './one-attribute.ts'

const { must } = rulesOf({ document: 1, section: 'AuthorizationConfiguration' })

const chain = chainOf('caching', {
  'left-out': {
    fields: () => ({ cacheAuthorizedRequests: undefined, cacheUnauthorizedRequests: undefined }),
  },
  'no-allow': { fields: () => ({ cacheAuthorizedRequests: false }) },
  'no-deny': { fields: () => ({ cacheUnauthorizedRequests: false }) },
})

const kinds = {
  Authorized: { field: 'cacheAuthorizedRequests', off: 'no-allow', on: 'no-deny', answer: allow() },
  Unauthorized: { field: 'cacheUnauthorizedRequests', off: 'no-deny', on: 'no-allow', answer: deny() },
} as const

for (const [kind, { field, off, on, answer }] of Object.entries(kinds)) {
  const decision = kind === 'Authorized' ? 'allow' : 'deny'
  const low = kind.toLowerCase()
  must(`authz.webhook.cache-${low}-requests`, field, () => {
    says(`${field} says whether ${decision} decisions are cached; it is true when left out.`)
    test(
      {
        title: `two equal requests lead to one call when ${field} is left out`,
        id: `two equal requests cost one call when ${field} is left out`,
      },
      async () => {
        await expectCalls(chain, 'left-out', answer, 1)
      },
    ).sees(decision === 'allow' ? 'allow-not-cached' : 'denial-not-cached')

    test(
      {
        title: `two equal requests for objects lead to one call when ${field} is left out`,
        id: `two equal requests for objects cost one call when ${field} is left out`,
      },
      async () => {
        await expectCalls(chain, 'left-out', answer, 1, collection)
      },
    ).sees(decision === 'allow' ? 'allow-not-cached' : 'denial-of-objects-not-cached')

    test(`a ${decision} decision is cached while only the other kind is not`, async () => {
      await expectCalls(chain, on, answer, 1)
    }).sees(`cache-${low === 'authorized' ? 'unauthorized' : 'authorized'}-false-for-both`)

    test(
      {
        title: `each request leads to a call when ${field} is false, whatever the cache time`,
        id: `each request costs a call when ${field} is false, whatever the cache time`,
      },
      async () => {
        await expectCalls(chain, off, answer, 2)
      },
    ).sees(`cache-${low}-false-ignored`)
  })
}

async function expectCalls<Name extends string>(
  chain: AuthorizerChain<Name>,
  name: Name,
  answer: ReturnType<typeof allow>,
  calls: number,
  path?: string,
): Promise<void> {
  const caller = await chain.caller(name, { answer })
  const first = await caller.outcome(path)
  const second = await caller.outcome(path)

  expect(second.decision).toBe(first.decision)
  expect(caller.asked(), 'the calls for two equal requests').toHaveLength(calls)
}
