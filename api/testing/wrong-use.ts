// Mistakes of users that the compiler finds. Compiled in a separate project, against the packed package.
import { untilAsked } from 'orch-conformance/peers'
import { fail, hangUp, startKmsPlugin, times, unhealthy, where } from 'orch-conformance/peers/kms-plugin'
import { after, redirect, startOidcIssuer, status, times as once } from 'orch-conformance/peers/oidc-issuer'
import { deny, startWebhookAuthorizers } from 'orch-conformance/peers/webhook-authorizer'
import type { MakeReporter, RunEvent } from 'orch-conformance/results'

await using kms = await startKmsPlugin()
kms.answer(unhealthy('right'))
// @ts-expect-error `unhealthy` returns an object of answers, not one answer.
kms.answer({ status: unhealthy('wrong') })
// @ts-expect-error There is no such answer.
kms.answer({ decript: fail('UNAVAILABLE') })
// Faults without a specific type fit every answer.
kms.answer({ encrypt: times(2, fail('UNAVAILABLE')), decrypt: where(({ keyId }) => keyId === 'a', hangUp) })
// @ts-expect-error There is no such status.
kms.answer({ decrypt: fail('UNAVAIL') })
// @ts-expect-error An answer is a function of the honest answer.
kms.answer({ encrypt: { keyId: 'key-2' } })

await using issuer = await startOidcIssuer()
issuer.answer({ keys: status(503) })
issuer.answer({ keys: after(10, status(503)), discovery: once(1, redirect('/elsewhere')) })
issuer.answer({ keys: ({ keys }) => ({ keys: keys.slice(1) }) })
// @ts-expect-error The honest answer has no such member.
issuer.answer({ keys: ({ key }) => ({ keys: [key] }) })
// @ts-expect-error There is no such option.
await startOidcIssuer({ prot: 8443 })
// @ts-expect-error There is no such algorithm.
await issuer.mint({}, { algorithm: 'RS257' })
// @ts-expect-error The part that serves requests is not public.
issuer.serve()

await using authorizers = await startWebhookAuthorizers({ decides: 'deny' })
authorizers
  .webhook('cluster')
  .about('bob')
  .answer({ review: deny('no') })
// @ts-expect-error There is no such decision.
await startWebhookAuthorizers({ decides: 'refuse' })
// @ts-expect-error A limit is required.
await untilAsked(authorizers, () => true)

declare const event: RunEvent
// @ts-expect-error Only some events have a verdict.
event.verdict satisfies string
if (event.type === 'check') event.verdict satisfies string

const countingReporter: MakeReporter = ({ outDir }) => {
  let checkCount = 0
  return {
    event: ({ type }) => void (checkCount += type === 'check' ? 1 : 0),
    end: () => `${outDir}: ${checkCount} checks\n`,
  }
}
countingReporter satisfies MakeReporter
// @ts-expect-error A reporter returns a string.
;(() => ({ end: () => 1 })) satisfies MakeReporter
// @ts-expect-error Events have no such type.
;(() => ({ event: ({ type }) => type === 'test' })) satisfies MakeReporter
