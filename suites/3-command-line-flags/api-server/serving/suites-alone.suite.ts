import { currentCheck, expect, inSlot, rulesOf, says, test, until } from '#kit'
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
import { issued, portOf, servingFlags } from './fixture.ts'

const { must } = rulesOf({
  document: 3,
  section: 'Cipher suites (`--tls-cipher-suites`)',
  limitMs: 90_000,
  overlaps: true,
})

// A start takes a while on a busy machine.
const listensWithinMs = 45_000

/** Returns the suite on which a server that lists only one agrees, or the end of the server or of the handshake. */
async function negotiatedSuite(suite: CipherSuite): Promise<string> {
  const keyType = suite.name.includes('ECDSA') ? 'ec' : 'rsa'
  const storage = await startStorage()
  const flags = {
    ...servingFlags(await issued({ commonName: 'alone', keyType })),
    // HTTP/2 forbids some of the suites (RFC 9113 §9.2.2).
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
  const offer = {
    port: portOf(server),
    version: isTls13(suite) ? 'TLSv1.3' : 'TLSv1.2',
    ...(suite.openssl !== undefined && { ciphers: suite.openssl }),
  } as const
  let handshakeResult = await handshake(offer)
  const isThere = async (): Promise<boolean> => {
    handshakeResult = await handshake(offer)
    return handshakeResult.agreed || handshakeResult.how === 'alert' || server.program.exit !== undefined
  }
  await until(isThere, { withinMs: listensWithinMs, what: 'the server listens' }).catch(() => {})
  if (server.program.exit !== undefined) return 'the server ended'
  return handshakeResult.agreed ? handshakeResult.suite : handshakeResult.how
}

const one = Object.fromEntries(preferredSuites.map((suite) => [suite.name, suite]))
// A server's TLS library need not support the others any more.
const ofLibraries = insecureSuites.filter(({ openssl }) => openssl !== undefined)
const insecureOne = Object.fromEntries(ofLibraries.map((suite) => [suite.name, suite]))

must('flag.tls-cipher-suites.alone', { rows: namesOf(preferredSuites), aspect: 'each alone' }, () => {
  says('Each preferred suite can be the only one of the list, and is then agreed on.')
  test
    .for(one)({ title: 'agrees on %s where the list has no other', id: '%s' }, async (suite) => {
      expect(await inSlot(() => negotiatedSuite(suite))).toBe(suite.registered ?? suite.name)
    })
    .sees(({ name }) => (name === 'TLS_AES_128_GCM_SHA256' ? 'preferred-cipher-suite-refused' : undefined))
})

must('flag.tls-cipher-suites.insecure-alone', { rows: namesOf(ofLibraries), aspect: 'each alone' }, () => {
  says('Each insecure suite can be the only one of the list, and is then agreed on.')
  test
    .for(insecureOne)({ title: 'agrees on %s where the list has no other', id: '%s' }, async (suite) => {
      expect(await inSlot(() => negotiatedSuite(suite))).toBe(suite.registered ?? suite.name)
    })
    .sees('insecure-cipher-suite-alone-refused')
})
