import { expect } from '#harness/check/expect.ts'
import { rule, test } from '#harness/check/rule.ts'
import { createAuthority } from '#harness/certificates.ts'
import { freePort } from '#harness/launch/free-port.ts'
import { clientConfig } from '#mocks/reviewing/index.ts'
import { type Answer, garbage, hangUp, json, silence, status, truncated } from '#mocks/serving/index.ts'
import { allow, deny, noOpinion, type SubjectAccessReview } from '#mocks/webhook-authorizer/index.ts'
import { type AuthorizerSpec, chainSubject } from '../../fixtures/authorizers.ts'
import type { JudgedCaller } from '../../fixtures/judged-caller.ts'
import { openValue } from '../../fixtures/dialect.ts'
import { conclusively } from '../../fixtures/moments.ts'

const passing = () => ({ failurePolicy: openValue('failurePolicy.noOpinion') })
const impatient = { timeout: '2s' }
// Far beyond that, so that a server which decides at all has done so.
const patienceMs = 20_000
const nowhere: AuthorizerSpec['connect'] = async () =>
  clientConfig({ server: `https://127.0.0.1:${await freePort()}/` })
const stranger: AuthorizerSpec['connect'] = async (webhook) =>
  webhook.clientConfig({ certificateAuthority: (await createAuthority('a stranger')).certificate })

const forbiddenReview = (honest: SubjectAccessReview) => json(allow()(honest), { status: 403 })

/** `failurePolicy` when the call fails. */
export const failures = chainSubject(
  {
    denying: {},
    passing: { fields: passing },
    'denying-nowhere': { connect: nowhere },
    'passing-nowhere': { fields: passing, connect: nowhere },
    'denying-stranger': { connect: stranger },
    'passing-stranger': { fields: passing, connect: stranger },
    'denying-silence': { fields: () => impatient },
    'passing-silence': { fields: () => ({ ...passing(), ...impatient }) },
  },
  (chain) => {
    const answers = {
      'is answered 400': { answer: status(400) },
      'is answered 403': { answer: status(403) },
      'is answered 403 with a review that allows': { answer: forbiddenReview },
      'is answered 404': { answer: status(404) },
      'is answered 500': { answer: status(500) },
      'is answered 503': { answer: status(503) },
      'is cut off': { answer: hangUp },
      'is answered by half': { answer: truncated(allow()) },
      'is answered with bytes that are not HTTP': { answer: garbage },
    }
    const connections = {
      'finds nobody listening': 'nowhere',
      'meets a certificate of another authority': 'stranger',
      'is never answered': 'silence',
    } as const
    const kinds = [...Object.keys(answers), ...Object.keys(connections)]
    const refused = kinds.map((kind) => `refuses when the call ${kind}`)
    const undecided = 'refuses when the call fails and nobody has an opinion'
    const passedOn = [...kinds.map((kind) => `the next authorizer decides when the call ${kind}`), undecided]

    rule(
      {
        id: 'authz.webhook.failure-policy.call-denied',
        level: 'MUST',
        says: 'When the call fails, failurePolicy decides: the denying policy refuses, whatever comes next.',
        source: {
          document: 1,
          section: 'AuthorizationConfiguration',
          row: 'WebhookConfiguration.failurePolicy',
        },
        overlaps: true,
        faults: {
          'webhook-error-status-read-as-answer': [
            'refuses when the call is answered 403 with a review that allows',
          ],
          'failed-call-allows': refused,
          'failed-call-policy-inverted': refused,
          'denial-passed-on': refused,
          'failure-policy-deny-ignored': refused,
          'client-config-server-not-verified': [
            'refuses when the call meets a certificate of another authority',
          ],
          'webhook-timeout-ignored': ['refuses when the call is never answered'],
          'later-denial-beats-allow': ['a call that succeeds decides'],
        },
      },
      () => {
        test('a call that succeeds decides', async () => {
          const caller = await chain.caller('denying', { answer: allow(), next: deny() })

          expect(await caller.outcome()).toEqual({ decision: 'allowed', calls: 1, passedOn: false })
        })

        test.for<{ answer: Answer<SubjectAccessReview> }>(answers)(
          'refuses when the call %s',
          async ({ answer }) => {
            const caller = await chain.caller('denying', { answer, next: allow() })

            expect(await caller.outcome()).toMatchObject({ decision: 'refused', passedOn: false })
            caller.mustHaveBeenAsked()
          },
        )

        test.for(connections)('refuses when the call %s', async (how) => {
          await conclusively(async () => {
            const caller = await chain.caller(`denying-${how}`, { answer: silence, next: allow() })

            expect(await caller.outcome(undefined, patienceMs)).toMatchObject({
              decision: 'refused',
              passedOn: false,
            })
            if (how === 'silence') caller.mustHaveBeenAsked('inconclusive')
            else mustNotHaveBeenAsked(caller)
          })
        })
      },
    )

    rule(
      {
        id: 'authz.webhook.failure-policy.call-passed-on',
        level: 'MUST',
        says: 'When the call fails, failurePolicy decides: the policy of no opinion leaves it to the next authorizer.',
        source: {
          document: 1,
          section: 'AuthorizationConfiguration',
          row: 'WebhookConfiguration.failurePolicy',
        },
        overlaps: true,
        faults: {
          'client-config-server-not-verified': [
            'the next authorizer decides when the call meets a certificate of another authority',
          ],
          'webhook-timeout-ignored': ['the next authorizer decides when the call is never answered'],
          'webhook-error-status-read-as-answer': [
            'the next authorizer decides when the call is answered 403 with a review that allows',
          ],
          'failed-call-policy-inverted': passedOn,
          'undecided-end-allows': [undecided],
          'failure-policy-no-opinion-ignored': passedOn,
          'failed-call-allows': passedOn,
        },
      },
      () => {
        test.for<{ answer: Answer<SubjectAccessReview> }>(answers)(
          'the next authorizer decides when the call %s',
          async ({ answer }) => {
            const caller = await chain.caller('passing', { answer, next: allow() })

            expect(await caller.outcome()).toMatchObject({ decision: 'allowed', passedOn: true })
            caller.mustHaveBeenAsked()
          },
        )

        test.for(connections)('the next authorizer decides when the call %s', async (how) => {
          await conclusively(async () => {
            const caller = await chain.caller(`passing-${how}`, { answer: silence, next: allow() })

            expect(await caller.outcome(undefined, patienceMs)).toMatchObject({
              decision: 'allowed',
              passedOn: true,
            })
            if (how === 'silence') caller.mustHaveBeenAsked('inconclusive')
            else mustNotHaveBeenAsked(caller)
          })
        })

        test(undecided, async () => {
          const caller = await chain.caller('passing', { answer: status(404), next: noOpinion() })

          expect(await caller.outcome()).toEqual({ decision: 'refused', calls: 1, passedOn: true })
        })
      },
    )

    rule(
      {
        id: 'authz.webhook.failures-cached',
        level: 'UNSPECIFIED',
        says: 'Whether what failurePolicy decides is cached like a decision of the webhook is not shown.',
        source: {
          document: 1,
          section: 'AuthorizationConfiguration',
          row: 'WebhookConfiguration.failurePolicy',
        },
        overlaps: true,
      },
      () => {
        test('whether a call that failed is repeated is recorded', async (check) => {
          const caller = await chain.caller('denying', { answer: status(404) })
          await caller.outcome()
          caller.answers(allow())

          check.observe('the next request after a failure', await caller.outcome())
        })
      },
    )
  },
)

/** Ends the check when a call that must not come to anything reached the webhook all the same. */
function mustNotHaveBeenAsked(caller: JudgedCaller): void {
  expect(caller.asked(), 'what reached the webhook').toEqual([])
}
