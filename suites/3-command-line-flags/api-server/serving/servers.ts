import type { Flags } from '#kit/launch.ts'
import { sharedServer } from '../../../shared/api-server.ts'
import {
  namesOf,
  type CipherSuite,
  insecureSuites,
  isTls13,
  preferredSuites,
} from '#documents/3/lists/cipher-suites.ts'
import type { Storage } from '../../../shared/storage.ts'
import { issueServingPair, servingFlags, type SharedServer } from './fixture.ts'

/** Server with a list of cipher suites. */
export interface ListingServer {
  readonly start: SharedServer
  readonly keyType: 'rsa' | 'ec'
  readonly listedSuites: readonly CipherSuite[]
}

const allSuites = [...preferredSuites, ...insecureSuites]
const suitesMatching = (pattern: RegExp): CipherSuite[] => allSuites.filter(({ name }) => pattern.test(name))

// Each suite is in the list of one server, and not in the list of another server with the same key type.
const suiteLists = {
  'rsa, first': suitesMatching(
    /^TLS_ECDHE_RSA_WITH_(CHACHA20_POLY1305_SHA256|AES_256_GCM|AES_128_CBC_SHA$|3DES)|^TLS_RSA_WITH_(AES_256_GCM|AES_128_CBC|RC4)|^TLS_AES_128/,
  ),
  'rsa, second': suitesMatching(
    /^TLS_ECDHE_RSA_WITH_(CHACHA20_POLY1305$|AES_128_GCM|AES_256_CBC|AES_128_CBC_SHA256|RC4)|^TLS_RSA_WITH_(AES_128_GCM|AES_256_CBC|3DES)|^TLS_AES_256/,
  ),
  'rsa, third': suitesMatching(/^TLS_ECDHE_RSA_WITH_AES_128_GCM/),
  'ecdsa, first': suitesMatching(
    /^TLS_ECDHE_ECDSA_WITH_(CHACHA20_POLY1305_SHA256|AES_256_GCM|AES_128_CBC_SHA$|RC4)|^TLS_CHACHA20/,
  ),
  'ecdsa, second': suitesMatching(
    /^TLS_ECDHE_ECDSA_WITH_(CHACHA20_POLY1305$|AES_128_GCM|AES_256_CBC|AES_128_CBC_SHA256)/,
  ),
  'ecdsa, third': suitesMatching(/^TLS_ECDHE_ECDSA_WITH_AES_128_GCM/),
} as const satisfies Record<string, readonly CipherSuite[]>

/** Key type and position of a list of cipher suites. */
export type SuiteList = keyof typeof suiteLists

// Disables HTTP/2, which forbids most of these suites (RFC 9113 §9.2.2).
const withoutHttp2 = { '--disable-http2-serving': true } as const

const listFlags: Readonly<Record<SuiteList, Flags>> = {
  'rsa, first': { ...withoutHttp2, '--tls-min-version': 'VersionTLS10' },
  'rsa, second': { ...withoutHttp2, '--tls-min-version': 'VersionTLS11' },
  'rsa, third': {},
  'ecdsa, first': { ...withoutHttp2, '--tls-min-version': 'VersionTLS12' },
  'ecdsa, second': withoutHttp2,
  'ecdsa, third': {},
}

/** Declares servers that differ in their cipher suites, key types and minimum TLS versions. */
export function listingServers(storage: () => Promise<Storage>): Readonly<Record<SuiteList, ListingServer>> {
  const serverOf = (name: SuiteList): ListingServer => {
    const listedSuites = suiteLists[name]
    const keyType = name.startsWith('rsa') ? 'rsa' : 'ec'
    const start = sharedServer(async () => {
      const servingPair = await issueServingPair({ commonName: name.replace(', ', '-'), keyType })
      const suites = namesOf(listedSuites).join(',')
      const flags = { ...servingFlags(servingPair), ...listFlags[name], '--tls-cipher-suites': suites }
      return name === 'rsa, third' ? { flags, storage: await storage() } : { flags }
    })
    return { start, keyType, listedSuites }
  }
  return {
    'rsa, first': serverOf('rsa, first'),
    'rsa, second': serverOf('rsa, second'),
    'rsa, third': serverOf('rsa, third'),
    'ecdsa, first': serverOf('ecdsa, first'),
    'ecdsa, second': serverOf('ecdsa, second'),
    'ecdsa, third': serverOf('ecdsa, third'),
  }
}

/** Reports whether a TLS 1.2 suite matches a key type. */
export function supportsSuite({ keyType }: ListingServer, suite: CipherSuite): boolean {
  return !isTls13(suite) && suite.name.includes('ECDSA') === (keyType === 'ec')
}
