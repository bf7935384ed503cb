import { currentCheck, expect, rulesOf, says, test } from '#kit'
import type { AccessSpec } from '#mocks/webhook-authorizer/index.ts'
import { reviewSpec } from '../authorization/access-review.ts'
import { expressionFamilies, typedFamilies } from './cases.ts'
import { expressionsOver, failingInputs, passingInputs, inputName } from './family.ts'
import { attributes, resourceReview, nonResourceReview } from './review-attributes.ts'
import { conditionedWebhook, extraKey, servers, userPrefix, webhooks } from './servers.ts'

const { must } = rulesOf({ document: 1, section: 'AuthorizationConfiguration' })

const triedFamilies = Object.fromEntries(
  Object.entries({ ...expressionFamilies, ...typedFamilies }).map(([name, family], index) => {
    const webhook = conditionedWebhook(`conditions-${index}`, (request) =>
      expressionsOver(family, ({ passingInput }, each) => {
        const values = `${request}.extra['${extraKey(inputName(each))}']`
        return Array.isArray(passingInput) ? values : `${values}[0]`
      }),
    )
    return [name, { webhook, family, fault: family.fault }]
  }),
)

const resourceWebhook = conditionedWebhook('resources', (request) =>
  attributes.map(({ condition }) => condition(request)),
)
const pathWebhook = conditionedWebhook('paths', (request) =>
  nonResourceReview.conditions.map((condition) => condition(request)),
)

const { plain } = servers.authenticators('conditions', { plain: (authenticator) => authenticator })

let userCount = 0

/**
 * Requests a review of a new user's access. Returns the number of reviews that the webhook with conditions received.
 */
async function countWebhookCalls(webhook: string, spec: Omit<AccessSpec, 'user'>): Promise<number> {
  currentCheck().needs('access-review')
  const user = `${userPrefix(webhook)}${++userCount}`
  await reviewSpec(await plain.server(), { ...spec, user })
  const [own, last] = await Promise.all(
    [webhook, 'zz-last'].map(async (name) => (await webhooks()).webhook(name).about(user).journal.length),
  )
  expect((own ?? 0) + (last ?? 0), 'reviews that this or the last webhook received').toBe(1)
  return own ?? 0
}

const reviewWithExtra = (inputs: object): Omit<AccessSpec, 'user'> => ({
  ...resourceReview,
  extra: Object.fromEntries(Object.entries(inputs).map(([name, value]) => [extraKey(name), [value].flat()])),
})

must('authz.expressions.match-conditions', 'WebhookMatchCondition.expression', () => {
  says('Match conditions take the operators, macros and functions of CEL.')
  test
    .for(triedFamilies)(
      {
        title: 'a request that meets conditions with %s is sent to the webhook',
        id: 'a request that meets conditions with %s is sent',
      },
      async ({ webhook, family }) => {
        expect(await countWebhookCalls(webhook, reviewWithExtra(passingInputs(family)))).toBe(1)
      },
    )
    .sees(({ fault }) => fault)

  test
    .for(triedFamilies)(
      {
        title: 'a request that does not meet one of the conditions with %s is not sent to the webhook',
        id: 'a request that fails one of the conditions with %s is not sent',
      },
      async ({ webhook, family }) => {
        for (const { inputs } of failingInputs(family))
          expect(await countWebhookCalls(webhook, reviewWithExtra(inputs)), JSON.stringify(inputs)).toBe(0)
      },
    )
    .sees('one-match-condition-suffices')
})

must('authz.expressions.review-attributes', 'WebhookMatchCondition.expression', () => {
  says('Match conditions see each attribute of the SubjectAccessReview in version v1.')
  test(
    {
      title: 'a request to a resource that meets a condition for each attribute is sent to the webhook',
      id: 'a request to a resource that meets a condition for each attribute is sent',
    },
    async () => {
      expect(await countWebhookCalls(resourceWebhook, resourceReview)).toBe(1)
    },
  ).sees('expressions-lack-has')

  const otherReviews = Object.fromEntries(
    attributes.map(({ name, changeAttribute }) => [name, changeAttribute]),
  )
  test
    .for(otherReviews)(
      {
        title: 'a request with a different %s is not sent to the webhook',
        id: 'a request with another %s is not sent',
      },
      async (other) => {
        expect(await countWebhookCalls(resourceWebhook, other(resourceReview))).toBe(0)
      },
    )
    .sees('one-match-condition-suffices')

  test(
    {
      title: 'a request to a path that meets conditions for path and verb is sent to the webhook',
      id: 'a request to a path that meets conditions for path and verb is sent',
    },
    async () => {
      expect(await countWebhookCalls(pathWebhook, nonResourceReview.base)).toBe(1)
    },
  ).sees('expressions-lack-has')

  const paths = {
    'another path': { nonResourceAttributes: { path: '/version', verb: 'get' } },
    'another verb': { nonResourceAttributes: { path: '/metrics', verb: 'post' } },
  }
  test
    .for(paths)('a request with %s is not sent to a webhook with conditions on a path', async (other) => {
      expect(await countWebhookCalls(pathWebhook, other)).toBe(0)
    })
    .sees('one-match-condition-suffices')
})
