import { HarnessError } from '#kit'
import { firstResponse, handshake } from '#kit/clients.ts'
import {
  type CipherSuite,
  insecureSuites,
  isTls13,
  namesOf,
  preferredSuites,
} from '#documents/3/lists/cipher-suites.ts'
import { supportsSuite, type ListingServer } from './servers.ts'
import { portOf } from './fixture.ts'

const allSuites = [...preferredSuites, ...insecureSuites]

/** Returns the registered name of the negotiated suite for a client that offers one suite, or `undefined`. */
async function negotiatedName(server: ListingServer, suite: CipherSuite): Promise<string | undefined> {
  const port = portOf(await server.start())
  if (suite.openssl === undefined) {
    const word = await firstResponse(port, suite.code ?? 0)
    return 'suite' in word && word.suite === suite.code ? suite.name : undefined
  }
  const version = isTls13(suite) ? 'TLSv1.3' : 'TLSv1.2'
  const handshakeResult = await handshake({ port, version, ciphers: suite.openssl })
  if (
    !handshakeResult.agreed &&
    (handshakeResult.how === 'silent' || handshakeResult.how === 'unreachable')
  ) {
    throw new HarnessError(
      'untestable',
      `No handshake with ${suite.name} at port ${port}: ${handshakeResult.error}`,
    )
  }
  return handshakeResult.agreed ? handshakeResult.suite : undefined
}

/** Returns the suites that a server does not negotiate, or negotiates under another name. */
export async function suitesNotNegotiated(
  server: ListingServer,
  suites: readonly CipherSuite[],
): Promise<string[]> {
  const results = await Promise.all(
    suites.map(async (suite) => ({ suite, agreed: await negotiatedName(server, suite) })),
  )
  return namesOf(
    results.flatMap(({ suite, agreed }) => (agreed === (suite.registeredName ?? suite.name) ? [] : [suite])),
  )
}

/** Returns the suites that a server negotiates. */
export async function negotiatedSuites(
  server: ListingServer,
  suites: readonly CipherSuite[],
): Promise<string[]> {
  const notNegotiatedNames = new Set(await suitesNotNegotiated(server, suites))
  return namesOf(suites).filter((name) => !notNegotiatedNames.has(name))
}

/** Returns the suites that the server's key supports and its list does not contain under either name. */
export function unlistedSuites(server: ListingServer): CipherSuite[] {
  const listedNames = new Set(server.listedSuites.map(({ openssl, name }) => openssl ?? name))
  return allSuites.filter(
    (suite) => supportsSuite(server, suite) && !listedNames.has(suite.openssl ?? suite.name),
  )
}
