import { untilConclusive, currentCheck, expect, refuses, rulesOf, says, test } from '#kit'
import { freePort } from '#kit/launch.ts'
import { createAuthority } from '#harness/certificates/authority.ts'
import { type ClientConfig, clientConfig } from '#mocks/webhook/index.ts'
import { silence, status } from '#mocks/http/index.ts'
import type { Presented } from '#mocks/tls/index.ts'
import { allow, deny, noOpinion } from '#mocks/webhook-authorizer/index.ts'
import { type AuthorizerSpec, chainOf } from './authorizers.ts'
import { collection } from './one-attribute.ts'
import type { JudgedCaller } from '../../shared/authorization/judged-caller.ts'
import { connections, failedAnswers } from '../../shared/webhooks/failed-calls.ts'

const { must, unspecified } = rulesOf({ document: 1, section: 'AuthorizationConfiguration', overlaps: true })

const noOpinionPolicy = () => ({ failurePolicy: currentCheck().open('failurePolicy.noOpinion') })
const shortTimeout = { timeout: '2s' }
// Long enough for any server that responds.
const timeoutMs = 20_000
const connectToUnusedPort: AuthorizerSpec['connect'] = async () =>
  clientConfig({ server: `https://127.0.0.1:${await freePort()}/` })
const untrustedAuthority: AuthorizerSpec['connect'] = async (webhook) =>
  webhook.clientConfig({ certificateAuthority: (await createAuthority('a stranger')).certificate })

const presenting =
  (presents: Presented): NonNullable<AuthorizerSpec['connect']> =>
  async ({ name, certificateAuthority }): Promise<ClientConfig> => {
    const { origin } = await (await authorizers.host()).listen({ presents })
    return clientConfig({ server: `${origin}/${name}`, certificateAuthority })
  }

const failedResponses = failedAnswers(allow())

const authorizers = chainOf('failures', {
  denying: {},
  passing: { fields: noOpinionPolicy },
  'denying-nowhere': { connect: connectToUnusedPort },
  'passing-nowhere': { fields: noOpinionPolicy, connect: connectToUnusedPort },
  'denying-stranger': { connect: untrustedAuthority },
  'passing-stranger': { fields: noOpinionPolicy, connect: untrustedAuthority },
  'denying-other-host': { connect: presenting('wrong-host') },
  'passing-other-host': { fields: noOpinionPolicy, connect: presenting('wrong-host') },
  'denying-outdated': { connect: presenting('expired') },
  'passing-outdated': { fields: noOpinionPolicy, connect: presenting('expired') },
  'denying-silence': { fields: () => shortTimeout },
  'passing-silence': { fields: () => ({ ...noOpinionPolicy(), ...shortTimeout }) },
})

must('authz.webhook.failure-policy.call-denied', 'failurePolicy', () => {
  says('When the call fails, failurePolicy decides: the denying policy refuses, whatever comes next.')
  test(
    {
      title: 'the response to a successful call decides about the request',
      id: 'a call that succeeds decides',
    },
    async () => {
      const judgedCaller = await authorizers.caller('denying', { answer: allow(), nextAnswer: deny() })

      expect(await judgedCaller.outcome()).toEqual({ decision: 'allowed', calls: 1, passedOn: false })
    },
  ).sees('later-denial-beats-allow')

  refuses
    .for(failedResponses)(
      { title: 'a request when the call %s', id: 'when the call %s' },
      async ({ answer }) => {
        const judgedCaller = await authorizers.caller('denying', { answer, nextAnswer: allow() })

        expect(await judgedCaller.outcome()).toMatchObject({ decision: 'refused', passedOn: false })
        judgedCaller.requireRequest()
      },
    )
    .sees('failure-policy-deny-ignored')

  refuses('access to objects when the call fails', async () => {
    const judgedCaller = await authorizers.caller('denying', { answer: status(404), nextAnswer: allow() })

    expect(await judgedCaller.outcome(collection)).toMatchObject({ decision: 'refused', passedOn: false })
    judgedCaller.requireRequest()
  }).sees('failed-call-about-objects-passed-on')

  refuses
    .for(connections)({ title: 'a request when the call %s', id: 'when the call %s' }, async (how) => {
      await untilConclusive(async () => {
        const judgedCaller = await authorizers.caller(`denying-${how}`, {
          answer: silence,
          nextAnswer: allow(),
        })

        expect(await judgedCaller.outcome(undefined, timeoutMs)).toMatchObject({
          decision: 'refused',
          passedOn: false,
        })
        if (how === 'silence') judgedCaller.requireRequest('inconclusive')
        else expectNotCalled(judgedCaller)
      })
    })
    .sees('failure-policy-deny-ignored')
})

must('authz.webhook.failure-policy.call-passed-on', 'failurePolicy', () => {
  says(
    'When the call fails, failurePolicy decides: the policy of no opinion leaves it to the next authorizer.',
  )
  test
    .for(failedResponses)('the next authorizer decides when the call %s', async ({ answer }) => {
      const judgedCaller = await authorizers.caller('passing', { answer, nextAnswer: allow() })

      expect(await judgedCaller.outcome()).toMatchObject({ decision: 'allowed', passedOn: true })
      judgedCaller.requireRequest()
    })
    .sees('failure-policy-no-opinion-ignored')

  test
    .for(connections)('the next authorizer decides when the call %s', async (how) => {
      await untilConclusive(async () => {
        const judgedCaller = await authorizers.caller(`passing-${how}`, {
          answer: silence,
          nextAnswer: allow(),
        })

        expect(await judgedCaller.outcome(undefined, timeoutMs)).toMatchObject({
          decision: 'allowed',
          passedOn: true,
        })
        if (how === 'silence') judgedCaller.requireRequest('inconclusive')
        else expectNotCalled(judgedCaller)
      })
    })
    .sees('failure-policy-no-opinion-ignored')

  refuses(
    {
      title: 'a request when the call fails and no authorizer has an opinion',
      id: 'when the call fails and nobody has an opinion',
    },
    async () => {
      const judgedCaller = await authorizers.caller('passing', {
        answer: status(404),
        nextAnswer: noOpinion(),
      })

      expect(await judgedCaller.outcome()).toEqual({ decision: 'refused', calls: 1, passedOn: true })
    },
  ).sees('failure-policy-no-opinion-ignored')
})

unspecified('authz.webhook.failures-cached', 'failurePolicy', () => {
  says('Unspecified: whether a decision by failurePolicy is cached like a decision of the webhook.')
  test(
    {
      title: 'records whether a failed call is repeated',
      id: 'whether a call that failed is repeated is recorded',
    },
    async (check) => {
      const judgedCaller = await authorizers.caller('denying', { answer: status(404) })
      await judgedCaller.outcome()
      judgedCaller.setAnswer(allow())

      check.observe('the next request after a failure', await judgedCaller.outcome())
    },
  )
})

/** Fails the check if a call that must fail reached the webhook. */
function expectNotCalled(caller: JudgedCaller): void {
  expect(caller.calls(), 'what reached the webhook').toEqual([])
}
