import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { file, type FileValue, type Flags } from '#kit/launch.ts'
import { sharedServer } from '../../../shared/api-server.ts'

const createEcPair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })

// Generates the RSA key on first use, and only once, because its generation takes longer than loading all suites.
const makeRsa = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
let rsa: ReturnType<typeof makeRsa> | undefined

/** Key pairs of the servers of the group, by purpose. */
export const keys = {
  signing: createEcPair(),
  /** Public key in a separate file. */
  another: createEcPair(),
  /** First of two keys in one file. */
  firstOfTwo: createEcPair(),
  /** Second of two keys in one file, as a private key; on another server, a public key in a separate file. */
  get rsa() {
    return (rsa ??= makeRsa())
  },
  /** Key that no file contains. */
  unknown: createEcPair(),
} as const

/** Returns a private key in the usual PEM form of its kind. */
function privatePem(key: KeyObject): string {
  return key.export({ format: 'pem', type: key.asymmetricKeyType === 'rsa' ? 'pkcs1' : 'sec1' }).toString()
}

function publicPem(key: KeyObject): string {
  return key.export({ format: 'pem', type: 'spki' }).toString()
}

function pem(name: string, ...contents: string[]): FileValue {
  return file(name, contents.join(''), { verbatim: true })
}

export const issuers = [
  'https://first-issuer.example',
  'https://second-issuer.example',
  'https://last-issuer.example',
] as const
export const keySetUri = 'https://keys.example/service-accounts'
/** An issuer that is not a URI. */
export const plainIssuer = 'conformance-cluster'
export const audiences = ['https://api.example', 'https://other-api.example'] as const
export const maxExpirationHours = 2

/** The flag with the signing key. */
export const signingFlags: Flags = {
  '--service-account-signing-key-file': pem('signing.key', privatePem(keys.signing.privateKey)),
}

/** The flags that every server of the group needs. Only the public half of the signing key verifies tokens. */
export const minimalFlags: Flags = {
  ...signingFlags,
  '--service-account-issuer': issuers[0],
  '--service-account-key-file': pem('signing.pub', publicPem(keys.signing.publicKey)),
  '--anonymous-auth': false,
}

/** Returns the flag with several files of keys. The last file contains two keys. */
export const severalKeyFiles = (): Flags => ({
  '--service-account-key-file': [
    pem('signing.pub', publicPem(keys.signing.publicKey)),
    pem('another.pub', publicPem(keys.another.publicKey)),
    pem('two.pem', publicPem(keys.firstOfTwo.publicKey), privatePem(keys.rsa.privateKey)),
  ],
})

/** Starts the server that all checks of the file share, or returns it if it already runs. */
export type AccountServer = () => Promise<ApiServer>

/**
 * Declares a server with several entries in every list and values of the other flags that differ from the defaults.
 */
export function serverWithDifferences(): AccountServer {
  return sharedServer(() => ({
    flags: {
      ...minimalFlags,
      '--service-account-issuer': issuers,
      ...severalKeyFiles(),
      '--service-account-jwks-uri': keySetUri,
      '--service-account-max-token-expiration': `${maxExpirationHours}h`,
    },
  }))
}

/** Declares a server with inverted switches, separate audiences, an RSA key and an issuer that is not a URI. */
export function plainServer(): AccountServer {
  return sharedServer(() => ({
    flags: {
      ...minimalFlags,
      '--service-account-signing-key-file': pem('rsa.key', privatePem(keys.rsa.privateKey)),
      '--service-account-key-file': pem('rsa.pub', publicPem(keys.rsa.publicKey)),
      '--service-account-issuer': plainIssuer,
      '--api-audiences': audiences.join(','),
      '--service-account-lookup': false,
      '--service-account-extend-token-expiration': false,
      '--service-account-max-token-expiration': `${maxExpirationHours}h`,
    },
  }))
}

/** Declares a server with little more than the required flags. The signing key is not the first verification key. */
export function minimalServer(): AccountServer {
  return sharedServer(() => ({
    flags: {
      ...minimalFlags,
      '--service-account-key-file': [
        pem('rsa.pub', publicPem(keys.rsa.publicKey)),
        pem('signing.pub', publicPem(keys.signing.publicKey)),
      ],
      '--service-account-lookup': true,
    },
  }))
}
