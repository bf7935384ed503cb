import { expect, rulesOf, says, test } from '#kit'
import { allow, deny } from '#mocks/webhook-authorizer/index.ts'
import { type AuthorizerChain, chainOf } from './authorizers.ts'
import { collection } from './one-attribute.ts'

const { must } = rulesOf({ document: 1, section: 'AuthorizationConfiguration' })

const authorizers = chainOf('caching', {
  'left-out': {
    fields: () => ({ cacheAuthorizedRequests: undefined, cacheUnauthorizedRequests: undefined }),
  },
  'no-allow': { fields: () => ({ cacheAuthorizedRequests: false }) },
  'no-deny': { fields: () => ({ cacheUnauthorizedRequests: false }) },
})

const cachesByDecision = {
  Authorized: { field: 'cacheAuthorizedRequests', off: 'no-allow', on: 'no-deny', answer: allow() },
  Unauthorized: { field: 'cacheUnauthorizedRequests', off: 'no-deny', on: 'no-allow', answer: deny() },
} as const

for (const [kind, { field, off, on, answer }] of Object.entries(cachesByDecision)) {
  const decision = kind === 'Authorized' ? 'allow' : 'deny'
  const decisionName = kind.toLowerCase()
  must(`authz.webhook.cache-${decisionName}-requests`, field, () => {
    says(`${field} says whether ${decision} decisions are cached; it is true when left out.`)
    test(
      {
        title: `two equal requests lead to one call when ${field} is left out`,
        id: `two equal requests cost one call when ${field} is left out`,
      },
      async () => {
        await expectCalls(authorizers, 'left-out', answer, 1)
      },
    ).sees(decision === 'allow' ? 'allow-not-cached' : 'denial-not-cached')

    test(
      {
        title: `two equal requests for objects lead to one call when ${field} is left out`,
        id: `two equal requests for objects cost one call when ${field} is left out`,
      },
      async () => {
        await expectCalls(authorizers, 'left-out', answer, 1, collection)
      },
    ).sees(decision === 'allow' ? 'allow-not-cached' : 'denial-of-objects-not-cached')

    test(
      {
        title: `${decision === 'allow' ? 'an' : 'a'} ${decision} decision is cached if caching is off only for the other kind`,
        id: `a ${decision} decision is cached while only the other kind is not`,
      },
      async () => {
        await expectCalls(authorizers, on, answer, 1)
      },
    ).sees(`cache-${decisionName === 'authorized' ? 'unauthorized' : 'authorized'}-false-for-both`)

    test(
      {
        title: `each request leads to a call when ${field} is false, regardless of the cache time`,
        id: `each request costs a call when ${field} is false, whatever the cache time`,
      },
      async () => {
        await expectCalls(authorizers, off, answer, 2)
      },
    ).sees(`cache-${decisionName}-false-ignored`)
  })
}

async function expectCalls<Name extends string>(
  chain: AuthorizerChain<Name>,
  name: Name,
  answer: ReturnType<typeof allow>,
  callCount: number,
  path?: string,
): Promise<void> {
  const judgedCaller = await chain.caller(name, { answer })
  const firstOutcome = await judgedCaller.outcome(path)
  const secondOutcome = await judgedCaller.outcome(path)

  expect(secondOutcome.decision).toBe(firstOutcome.decision)
  expect(judgedCaller.calls(), 'the calls for two equal requests').toHaveLength(callCount)
}
