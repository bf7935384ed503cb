import { expect, test } from 'vitest'
import { HarnessError } from './peers/index.ts'
import { fail, startApiServer } from './peers/api-server.ts'
import { startKmsPlugin, unhealthy } from './peers/kms-plugin.ts'
import { startOidcIssuer } from './peers/oidc-issuer.ts'
import { startTunnelProxy } from './peers/tunnel-proxy.ts'
import { startWebhookAuthorizers } from './peers/webhook-authorizer.ts'

/** Passes a value without type checking, as in an untyped script. */
const untyped = (value: unknown) => value as never

/** Returns the code and message of the error that a wrong script throws, or `none` if it throws no error. */
function errorMessageOf(script: () => unknown): string {
  try {
    script()
  } catch (thrown) {
    if (thrown instanceof HarnessError) return `${thrown.code}: ${thrown.message}`
    throw thrown
  }
  return 'none'
}

test('a peer rejects a scripted answer that is not a function', async () => {
  await using kms = await startKmsPlugin()

  expect(errorMessageOf(() => kms.answer(unhealthy('right')))).toBe('none')
  expect(errorMessageOf(() => kms.answer({ status: untyped(unhealthy('wrong')) }))).toBe(
    'usage: The kms peer takes a function of the honest answer for status; what it was given is of type object.',
  )
  expect(errorMessageOf(() => kms.answer(untyped(null)))).toBe(
    'usage: The kms peer takes an object of answers (version, encryptV1, decryptV1, status, encrypt, decrypt).',
  )
})

test('answer() of every peer rejects the name of an unknown answer', async () => {
  await using issuer = await startOidcIssuer()
  await using authorizers = await startWebhookAuthorizers()
  await using proxy = await startTunnelProxy()
  const wrongAnswers = untyped({ keyz: () => ({ keys: [] }) })

  expect(errorMessageOf(() => issuer.answer(wrongAnswers))).toBe(
    'usage: The oidc peer has no answer keyz. Did you mean keys?',
  )
  expect(errorMessageOf(() => issuer.host.answer(wrongAnswers))).toMatch(
    /^usage: The oidc peer has no answer keyz/,
  )
  for (const script of [
    authorizers,
    authorizers.webhook('one'),
    authorizers.webhook('one').about('bob'),
    proxy,
  ])
    expect(errorMessageOf(() => script.answer(wrongAnswers))).toMatch(
      /^usage: The .* peer has no answer keyz\. It has \w+\.$/,
    )
})

test('the mock API server rejects a rule whose response is not a function', async () => {
  await using server = await startApiServer()

  expect(errorMessageOf(() => server.on({ verb: 'get' }, fail(409)))).toBe('none')
  expect(errorMessageOf(() => server.on({ verb: 'get' }, untyped(409)))).toBe(
    'usage: The api-server peer takes a function of the honest answer for a rule; what it was given is of type number.',
  )
})

test('an answer that is set to undefined keeps the correct response', async () => {
  await using issuer = await startOidcIssuer()

  expect(errorMessageOf(() => issuer.answer(untyped({ keys: undefined })))).toBe('none')
})
