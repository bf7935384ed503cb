import { connect, type SecureVersion } from 'node:tls'
import { accepts, currentCheck, expect, rulesOf, says, test } from '#kit'
import type { NodeAgent } from '#harness/programs/node-agent.ts'
import { expectAgentAccepted, sharedAgent, startAgent } from '../../../shared/node-agent.ts'
import { agentFlagRow as flagRow } from '../../../shared/flags/place.ts'

const program = 'node-agent'

const { must } = rulesOf({ program })

const handshakeWithinMs = 10_000

/**
 * Returns the negotiated cipher suite of a client that accepts only the given version and suites; `undefined` if the
 * handshake fails.
 */
function handshakeResult(
  { ports }: NodeAgent,
  version: SecureVersion,
  ciphers = 'ALL:@SECLEVEL=0',
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect({
      host: '127.0.0.1',
      port: ports.main,
      rejectUnauthorized: false,
      minVersion: version,
      maxVersion: version,
      ciphers,
    })
    const finish = (suite?: string): void => {
      socket.destroy()
      resolve(suite)
    }
    socket.setTimeout(handshakeWithinMs, () => finish())
    socket.once('error', () => finish())
    socket.once('secureConnect', () => finish(socket.getCipher().standardName))
  })
}

const tls13Agent = sharedAgent(() => ({ flags: { '--tls-min-version': 'VersionTLS13' } }))
const tls12Agent = sharedAgent(() => ({ flags: { '--tls-min-version': 'VersionTLS12' } }))

must('agent.server.tls-version', flagRow('--tls-min-version', 'behaviour'), () => {
  says('The agent speaks no older TLS than --tls-min-version.')
  test(
    { title: 'accepts a connection with the minimum TLS version', id: 'speaks that version' },
    async () => {
      expect(await handshakeResult(await tls13Agent(), 'TLSv1.3')).toBeDefined()
      expect(await handshakeResult(await tls12Agent(), 'TLSv1.2')).toBeDefined()
    },
  )

  test({ title: 'accepts no connection with an older TLS version', id: 'speaks no older one' }, async () => {
    expect(await handshakeResult(await tls13Agent(), 'TLSv1.2')).toBeUndefined()
    expect(await handshakeResult(await tls12Agent(), 'TLSv1.1')).toBeUndefined()
  }).sees('tls-min-version-ignored')

  test
    .for({
      VersionTLS10: { flag: 'VersionTLS10', version: 'TLSv1', older: undefined },
      VersionTLS11: { flag: 'VersionTLS11', version: 'TLSv1.1', older: 'TLSv1' },
    } as const)(
      { title: 'accepts a connection with the old version %s, and none with an older one', id: 'old-%s' },
      async ({ flag, version, older }) => {
        const agent = await startAgent({ flags: { '--tls-min-version': flag } })
        expect(await handshakeResult(agent, version)).toBeDefined()
        if (older !== undefined) expect(await handshakeResult(agent, older)).toBeUndefined()
      },
    )
    .sees('tls-min-version-at-least-12')
})

const listedSuite = 'TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256'
const otherSuite = 'TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384'
const unlistedSuite = 'TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256'
const openssl = {
  [listedSuite]: 'ECDHE-ECDSA-AES128-GCM-SHA256',
  [otherSuite]: 'ECDHE-ECDSA-AES256-GCM-SHA384',
  [unlistedSuite]: 'ECDHE-ECDSA-CHACHA20-POLY1305',
} as const
const agentWithOneSuite = sharedAgent(() => ({ flags: { '--tls-cipher-suites': listedSuite } }))

const agentWithTwoSuites = sharedAgent(() => ({
  flags: { '--tls-cipher-suites': `${listedSuite},${otherSuite}` },
}))

must('agent.server.cipher-suites', flagRow('--tls-cipher-suites', 'behaviour'), () => {
  says('The agent takes no cipher suite that --tls-cipher-suites does not name.')
  test(
    { title: 'accepts a connection with the listed cipher suite', id: 'takes a suite that is named' },
    async () => {
      expect(await handshakeResult(await agentWithOneSuite(), 'TLSv1.2', openssl[listedSuite])).toBe(
        listedSuite,
      )
    },
  )

  test(
    { title: 'accepts no connection with a cipher suite that is not listed', id: 'takes no other suite' },
    async () => {
      expect(await handshakeResult(await agentWithOneSuite(), 'TLSv1.2', openssl[otherSuite])).toBeUndefined()
      currentCheck().observe(
        'the other suite with the suites of the runtime',
        await handshakeResult(await tls12Agent(), 'TLSv1.2', openssl[otherSuite]),
      )
    },
  ).sees('tls-cipher-suites-ignored')

  test(
    {
      title: 'accepts a connection with the last of several suites, and none with another suite',
      id: 'last',
    },
    async () => {
      const agent = await agentWithTwoSuites()
      expect(await handshakeResult(agent, 'TLSv1.2', openssl[otherSuite])).toBe(otherSuite)
      expect(await handshakeResult(agent, 'TLSv1.2', openssl[listedSuite])).toBe(listedSuite)
      expect(await handshakeResult(agent, 'TLSv1.2', openssl[unlistedSuite])).toBeUndefined()
    },
  ).sees('only-first-cipher-suite', 'tls-cipher-suites-ignored')

  accepts('suites of both tables', () =>
    expectAgentAccepted({
      flags: { '--tls-cipher-suites': `${listedSuite},TLS_AES_128_GCM_SHA256,TLS_RSA_WITH_RC4_128_SHA` },
    }),
  ).sees('preferred-cipher-suite-refused')
})
