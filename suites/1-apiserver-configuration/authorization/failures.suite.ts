import { untilConclusive, currentCheck, expect, refuses, rulesOf, says, test } from '#kit'
import { freePort } from '#kit/launch.ts'
import { createAuthority } from '#harness/certificates/authority.ts'
import { clientConfig } from '#mocks/webhook/index.ts'
import { silence, status } from '#mocks/http/index.ts'
import { allow, deny, noOpinion } from '#mocks/webhook-authorizer/index.ts'
import { type AuthorizerSpec, chainOf } from './authorizers.ts'
import { collection } from './one-attribute.ts'
import type { JudgedCaller } from '../../shared/authorization/judged-caller.ts'
import { connections, failedAnswers } from '../../shared/webhooks/failed-calls.ts'

const { must, unspecified } = rulesOf({ document: 1, section: 'AuthorizationConfiguration', overlaps: true })

const passing = () => ({ failurePolicy: currentCheck().open('failurePolicy.noOpinion') })
const shortTimeout = { timeout: '2s' }
// Far beyond that, so that a server that decides at all has done so.
const timeoutMs = 20_000
const unusedAddress: AuthorizerSpec['connect'] = async () =>
  clientConfig({ server: `https://127.0.0.1:${await freePort()}/` })
const untrustedAuthority: AuthorizerSpec['connect'] = async (webhook) =>
  webhook.clientConfig({ certificateAuthority: (await createAuthority('a stranger')).certificate })

const answers = failedAnswers(allow())

const chain = chainOf('failures', {
  denying: {},
  passing: { fields: passing },
  'denying-nowhere': { connect: unusedAddress },
  'passing-nowhere': { fields: passing, connect: unusedAddress },
  'denying-stranger': { connect: untrustedAuthority },
  'passing-stranger': { fields: passing, connect: untrustedAuthority },
  'denying-silence': { fields: () => shortTimeout },
  'passing-silence': { fields: () => ({ ...passing(), ...shortTimeout }) },
})

must('authz.webhook.failure-policy.call-denied', 'failurePolicy', () => {
  says('When the call fails, failurePolicy decides: the denying policy refuses, whatever comes next.')
  test('a call that succeeds decides', async () => {
    const caller = await chain.caller('denying', { answer: allow(), next: deny() })

    expect(await caller.outcome()).toEqual({ decision: 'allowed', calls: 1, passedOn: false })
  }).sees('later-denial-beats-allow')

  refuses
    .for(answers)('when the call %s', async ({ answer }) => {
      const caller = await chain.caller('denying', { answer, next: allow() })

      expect(await caller.outcome()).toMatchObject({ decision: 'refused', passedOn: false })
      caller.requireRequest()
    })
    .sees('failure-policy-deny-ignored')

  refuses('access to objects when the call fails', async () => {
    const caller = await chain.caller('denying', { answer: status(404), next: allow() })

    expect(await caller.outcome(collection)).toMatchObject({ decision: 'refused', passedOn: false })
    caller.requireRequest()
  }).sees('failed-call-about-objects-passed-on')

  refuses
    .for(connections)('when the call %s', async (how) => {
      await untilConclusive(async () => {
        const caller = await chain.caller(`denying-${how}`, { answer: silence, next: allow() })

        expect(await caller.outcome(undefined, timeoutMs)).toMatchObject({
          decision: 'refused',
          passedOn: false,
        })
        if (how === 'silence') caller.requireRequest('inconclusive')
        else expectNotCalled(caller)
      })
    })
    .sees('failure-policy-deny-ignored')
})

must('authz.webhook.failure-policy.call-passed-on', 'failurePolicy', () => {
  says(
    'When the call fails, failurePolicy decides: the policy of no opinion leaves it to the next authorizer.',
  )
  test
    .for(answers)('the next authorizer decides when the call %s', async ({ answer }) => {
      const caller = await chain.caller('passing', { answer, next: allow() })

      expect(await caller.outcome()).toMatchObject({ decision: 'allowed', passedOn: true })
      caller.requireRequest()
    })
    .sees('failure-policy-no-opinion-ignored')

  test
    .for(connections)('the next authorizer decides when the call %s', async (how) => {
      await untilConclusive(async () => {
        const caller = await chain.caller(`passing-${how}`, { answer: silence, next: allow() })

        expect(await caller.outcome(undefined, timeoutMs)).toMatchObject({
          decision: 'allowed',
          passedOn: true,
        })
        if (how === 'silence') caller.requireRequest('inconclusive')
        else expectNotCalled(caller)
      })
    })
    .sees('failure-policy-no-opinion-ignored')

  refuses(
    {
      title: 'when the call fails and no authorizer has an opinion',
      id: 'when the call fails and nobody has an opinion',
    },
    async () => {
      const caller = await chain.caller('passing', { answer: status(404), next: noOpinion() })

      expect(await caller.outcome()).toEqual({ decision: 'refused', calls: 1, passedOn: true })
    },
  ).sees('failure-policy-no-opinion-ignored')
})

unspecified('authz.webhook.failures-cached', 'failurePolicy', () => {
  says('Unspecified: whether a decision by failurePolicy is cached like a decision of the webhook.')
  test(
    {
      title: 'observes whether a failed call is repeated',
      id: 'whether a call that failed is repeated is recorded',
    },
    async (check) => {
      const caller = await chain.caller('denying', { answer: status(404) })
      await caller.outcome()
      caller.answers(allow())

      check.observe('the next request after a failure', await caller.outcome())
    },
  )
})

/** Fails the check when a call that must fail still reached the webhook. */
function expectNotCalled(caller: JudgedCaller): void {
  expect(caller.asked(), 'what reached the webhook').toEqual([])
}
