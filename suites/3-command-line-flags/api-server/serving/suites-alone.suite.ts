import { currentCheck, expect, runInSlot, rulesOf, says, test, until } from '#kit'
import { handshake } from '#kit/clients.ts'
import { killServer, spawnServer } from '../../../shared/api-server.ts'
import {
  type CipherSuite,
  insecureSuites,
  isTls13,
  namesOf,
  preferredSuites,
} from '#documents/3/lists/cipher-suites.ts'
import { startStorage } from '../../../shared/storage.ts'
import { issueServingPair, portOf, servingFlags } from './fixture.ts'

const { must } = rulesOf({
  document: 3,
  section: 'Cipher suites (`--tls-cipher-suites`)',
  limitMs: 90_000,
  overlaps: true,
})

// Long enough for a start on a busy machine.
const listensWithinMs = 45_000

/**
 * Returns the suite that a server with a single listed suite negotiates, or the error of the server or the handshake.
 */
async function negotiatedSuite(suite: CipherSuite): Promise<string> {
  const keyType = suite.name.includes('ECDSA') ? 'ec' : 'rsa'
  const storage = await startStorage()
  const flags = {
    ...servingFlags(await issueServingPair({ commonName: 'alone', keyType })),
    // Disables HTTP/2, which forbids some of the suites (RFC 9113 §9.2.2).
    '--disable-http2-serving': true,
    '--tls-cipher-suites': suite.name,
  }
  const server = await spawnServer({ storage, flags })
  const check = currentCheck()
  check.show(server.evidence)
  check.defer(async () => {
    await killServer(server)
    await storage.stop()
  })
  const clientOffer = {
    port: portOf(server),
    version: isTls13(suite) ? 'TLSv1.3' : 'TLSv1.2',
    ...(suite.openssl !== undefined && { ciphers: suite.openssl }),
  } as const
  let handshakeResult = await handshake(clientOffer)
  const serverResponds = async (): Promise<boolean> => {
    handshakeResult = await handshake(clientOffer)
    return handshakeResult.agreed || handshakeResult.how === 'alert' || server.program.exit !== undefined
  }
  await until(serverResponds, { withinMs: listensWithinMs, what: 'the server listens' }).catch(() => {})
  if (server.program.exit !== undefined) return 'the server ended'
  return handshakeResult.agreed ? handshakeResult.suite : handshakeResult.how
}

const preferredByName = Object.fromEntries(preferredSuites.map((suite) => [suite.name, suite]))
// Suites that the TLS library of the harness supports.
const librarySuites = insecureSuites.filter(({ openssl }) => openssl !== undefined)
const insecureByName = Object.fromEntries(librarySuites.map((suite) => [suite.name, suite]))

must('flag.tls-cipher-suites.alone', { rows: namesOf(preferredSuites), aspect: 'each alone' }, () => {
  says('Each preferred suite can be the only one of the list, and is then agreed on.')
  test
    .for(preferredByName)(
      { title: 'negotiates %s if the list has no other suite', id: '%s' },
      async (suite) => {
        expect(await runInSlot(() => negotiatedSuite(suite))).toBe(suite.registeredName ?? suite.name)
      },
    )
    .sees(({ name }) => (name === 'TLS_AES_128_GCM_SHA256' ? 'preferred-cipher-suite-refused' : undefined))
})

must('flag.tls-cipher-suites.insecure-alone', { rows: namesOf(librarySuites), aspect: 'each alone' }, () => {
  says('Each insecure suite can be the only one of the list, and is then agreed on.')
  test
    .for(insecureByName)(
      { title: 'negotiates %s if the list has no other suite', id: '%s' },
      async (suite) => {
        expect(await runInSlot(() => negotiatedSuite(suite))).toBe(suite.registeredName ?? suite.name)
      },
    )
    .sees('insecure-cipher-suite-alone-refused')
})
