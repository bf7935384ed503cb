import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { file, type FileValue } from '#harness/launch/flags.ts'

let rsa: { readonly publicKey: KeyObject; readonly privateKey: KeyObject } | undefined

/** One RSA key for all checks of a file: making one is dear. */
export function rsaKeys(): { readonly publicKey: KeyObject; readonly privateKey: KeyObject } {
  rsa ??= generateKeyPairSync('rsa', { modulusLength: 2048 })
  return rsa
}

/** The private half of that key, PEM in the form that says what it is. */
export function rsaKey(): string {
  return rsaKeys().privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()
}

/** The same as a file for the tokens of service accounts. */
export function serviceAccountKey(): FileValue {
  return file('service-account.key', rsaKey(), { verbatim: true })
}
