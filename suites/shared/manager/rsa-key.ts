import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { file, type FileValue } from '#kit/launch.ts'

let cachedKeys: { readonly publicKey: KeyObject; readonly privateKey: KeyObject } | undefined

/** Returns one RSA key for all checks of a file, as its generation is expensive. */
export function rsaKeys(): { readonly publicKey: KeyObject; readonly privateKey: KeyObject } {
  cachedKeys ??= generateKeyPairSync('rsa', { modulusLength: 2048 })
  return cachedKeys
}

/** Returns the private key as PEM in the form of PKCS #1. */
export function rsaKey(): string {
  return rsaKeys().privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()
}

/** Returns the private key as a file for the tokens of service accounts. */
export function serviceAccountKey(): FileValue {
  return file('service-account.key', rsaKey(), { verbatim: true })
}
