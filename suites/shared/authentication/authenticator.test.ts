import { Agent, get } from 'node:https'
import { connect } from 'node:tls'
import { expect, test } from 'vitest'
import { asCheck } from '#harness/testing/fake-check.ts'
import { startOidcHost } from '#mocks/oidc-issuer/index.ts'
import { startServer } from '../api-server.ts'
import { Authenticator } from './authenticator.ts'

// The fake server accepts the user of any unsigned token, and sends no request to an issuer.
const knownUser = 'alice'

const withAuthenticator = <T>(body: (authenticator: Authenticator) => Promise<T>): Promise<T> =>
  asCheck(async () => {
    await using host = await startOidcHost()
    const server = await startServer({})
    return await body(new Authenticator('own', { server: async () => server, host: async () => host }))
  })

async function fetchFromIssuer(authenticator: Authenticator, path: string): Promise<void> {
  const { url, certificateAuthority: ca } = await authenticator.issuer()
  // Uses an agent without keep-alive.
  const agent = new Agent({ ca })
  await new Promise<void>((resolve, reject) => {
    get(`${url}${path}`, { agent }, (answer) => answer.resume().once('end', () => resolve())).once(
      'error',
      reject,
    )
  })
}

const keysPath = '/keys'
const discovery = '/.well-known/openid-configuration'

test('the user of a token is the user that the server returns', async () => {
  const user = await withAuthenticator((authenticator) => authenticator.userOf(knownUser))

  expect(user).toMatchObject({ username: knownUser })
})

test('a rejected token has no user', async () => {
  await withAuthenticator(async (authenticator) => {
    await expect(authenticator.user()).rejects.toThrow(/"status":401/)
    await expect(authenticator.groups({})).rejects.toThrow(/"status":401/)
  })
})

test('a rejection is conclusive after the keys of the issuer were fetched', async () => {
  await withAuthenticator(async (authenticator) => {
    await fetchFromIssuer(authenticator, keysPath)
    await expect(authenticator.expectClaimsRefused({ sub: 'alice' })).resolves.toBeUndefined()
  })
})

test('a rejection is inconclusive if the keys of the issuer were never fetched', async () => {
  await withAuthenticator(async (authenticator) => {
    await expect(authenticator.expectClaimsRefused({ sub: 'alice' })).rejects.toThrow(/never fetched/)
  })
})

test('the expectation of a rejection fails for an accepted token', async () => {
  await withAuthenticator(async (authenticator) => {
    await fetchFromIssuer(authenticator, keysPath)
    await expect(authenticator.expectRefused(knownUser)).rejects.toThrow(/"status":201/)
  })
})

test('an issuer is rejected if its discovery document was requested and its token is not accepted', async () => {
  await withAuthenticator(async (authenticator) => {
    const issuer = await authenticator.issuer()
    await expect(authenticator.expectIssuerRefused(issuer, await issuer.mint())).rejects.toThrow(/asked for/)
    await fetchFromIssuer(authenticator, discovery)
    await expect(authenticator.expectIssuerRefused(issuer, await issuer.mint())).resolves.toBeUndefined()
    await expect(authenticator.expectIssuerRefused(issuer, knownUser)).rejects.toThrow(/"status":201/)
  })
})

test('a connection is not rejected if the server sent the issuer a request over it', async () => {
  await withAuthenticator(async (authenticator) => {
    await fetchFromIssuer(authenticator, discovery)
    await expect(authenticator.expectConnectionRefused()).rejects.toThrow(/what the issuer was asked/)
  })
})

test('a connection is rejected if the server closes it without a request', async () => {
  await withAuthenticator(async (authenticator) => {
    await expect(authenticator.expectConnectionRefused()).rejects.toThrow(/connected with the issuer/)
    // Another issuer on the same listener, because a connection without a request identifies no issuer.
    await authenticator.neighbour('other')
    const { url, certificateAuthority: ca } = await authenticator.issuer()
    const { hostname: host, port } = new URL(url)
    const socket = connect({ host, port: Number(port), ca }, () => socket.end())
    await new Promise((resolve) => socket.once('close', resolve))
    await expect(authenticator.expectConnectionRefused()).resolves.toBeUndefined()
  })
})
