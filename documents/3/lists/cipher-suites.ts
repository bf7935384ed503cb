import { keys } from '../../rows.ts'
import type { Section } from '../../shape.ts'

/** A documented cipher suite. */
export interface CipherSuite {
  readonly name: string
  /** OpenSSL name; absent if OpenSSL no longer supports it. */
  readonly openssl?: string
  /** Name in handshakes, if the documented name is an alias. */
  readonly registeredName?: string
  /** Number of the suite in handshakes, if no client library supports the suite any longer. */
  readonly code?: number
}

const tls12Suites = (key: 'RSA' | 'ECDSA'): readonly CipherSuite[] => {
  const [name, openssl] = [`TLS_ECDHE_${key}_WITH`, `ECDHE-${key}`]
  const chacha = { openssl: `${openssl}-CHACHA20-POLY1305` }
  return [
    { name: `${name}_CHACHA20_POLY1305_SHA256`, ...chacha },
    { name: `${name}_CHACHA20_POLY1305`, ...chacha, registeredName: `${name}_CHACHA20_POLY1305_SHA256` },
    { name: `${name}_AES_256_GCM_SHA384`, openssl: `${openssl}-AES256-GCM-SHA384` },
    { name: `${name}_AES_256_CBC_SHA`, openssl: `${openssl}-AES256-SHA` },
    { name: `${name}_AES_128_GCM_SHA256`, openssl: `${openssl}-AES128-GCM-SHA256` },
    { name: `${name}_AES_128_CBC_SHA`, openssl: `${openssl}-AES128-SHA` },
  ]
}

const tls13Suites = ['TLS_CHACHA20_POLY1305_SHA256', 'TLS_AES_256_GCM_SHA384', 'TLS_AES_128_GCM_SHA256'].map(
  (name): CipherSuite => ({ name, openssl: name }),
)

/** The table of preferred suites. */
export const preferredSuites: readonly CipherSuite[] = [
  ...tls12Suites('RSA'),
  ...tls12Suites('ECDSA'),
  ...tls13Suites,
]

/** The table of insecure suites. */
export const insecureSuites: readonly CipherSuite[] = [
  { name: 'TLS_RSA_WITH_RC4_128_SHA', code: 0x0005 },
  { name: 'TLS_RSA_WITH_AES_256_GCM_SHA384', openssl: 'AES256-GCM-SHA384' },
  { name: 'TLS_RSA_WITH_AES_256_CBC_SHA', openssl: 'AES256-SHA' },
  { name: 'TLS_RSA_WITH_AES_128_GCM_SHA256', openssl: 'AES128-GCM-SHA256' },
  { name: 'TLS_RSA_WITH_AES_128_CBC_SHA256', openssl: 'AES128-SHA256' },
  { name: 'TLS_RSA_WITH_AES_128_CBC_SHA', openssl: 'AES128-SHA' },
  { name: 'TLS_RSA_WITH_3DES_EDE_CBC_SHA', code: 0x000a },
  { name: 'TLS_ECDHE_RSA_WITH_RC4_128_SHA', code: 0xc011 },
  { name: 'TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256', openssl: 'ECDHE-RSA-AES128-SHA256' },
  { name: 'TLS_ECDHE_RSA_WITH_3DES_EDE_CBC_SHA', code: 0xc012 },
  { name: 'TLS_ECDHE_ECDSA_WITH_RC4_128_SHA', code: 0xc007 },
  { name: 'TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256', openssl: 'ECDHE-ECDSA-AES128-SHA256' },
]

/** Returns the names of suites. */
export const namesOf = (suites: readonly CipherSuite[]): string[] => suites.map(({ name }) => name)

/** Reports whether a suite belongs to TLS 1.3, whose names contain no key exchange. */
export const isTls13 = ({ name }: CipherSuite): boolean => !name.includes('_WITH_')

export const cipherSuites: Section = {
  document: 3,
  section: 'Cipher suites (`--tls-cipher-suites`)',
  rows: keys(...namesOf([...preferredSuites, ...insecureSuites])),
}
