import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Refusal } from '../../../flags/refusal.ts'

/** Public key that verifies tokens. */
export interface VerificationKey {
  readonly id: string
  readonly key: KeyObject
  /** Only algorithm that the key can verify. */
  readonly algorithm: string
}

/** Private key that signs tokens. */
export interface SigningKey extends VerificationKey {
  readonly privateKey: KeyObject
}

const block = /-----BEGIN ((?:RSA |EC )?(?:PUBLIC|PRIVATE) KEY|CERTIFICATE)-----[^-]+-----END \1-----/g
const curves: Readonly<Record<string, string>> = {
  prime256v1: 'ES256',
  secp384r1: 'ES384',
  secp521r1: 'ES512',
}

/**
 * Returns all keys of a PEM file, public or private, RSA or ECDSA. Throws a Refusal with flag and file for a file
 * without keys.
 */
export function readVerificationKeys(file: string, flag: string): readonly VerificationKey[] {
  const blocks = readKeyFile(file, flag).match(block) ?? []
  const keys = blocks.map((text) => {
    try {
      return verificationKey(createPublicKey(text))
    } catch {
      throw new Refusal(`--${flag}: ${file} holds a key that is neither RSA nor ECDSA`)
    }
  })
  if (keys.length === 0) throw new Refusal(`--${flag}: ${file} holds no PEM key`)
  return keys
}

/** Returns the private key of a PEM file. Throws a Refusal with flag and file for an invalid file. */
export function readSigningKey(file: string, flag: string): SigningKey {
  const text = readKeyFile(file, flag)
  try {
    const privateKey = createPrivateKey(text)
    return { ...verificationKey(createPublicKey(privateKey)), privateKey }
  } catch {
    throw new Refusal(`--${flag}: ${file} holds no RSA or ECDSA private key`)
  }
}

/** Returns a public key with its default id and its algorithm. Throws an Error for a key of another type. */
export function verificationKey(key: KeyObject, id?: string): VerificationKey {
  const algorithm =
    key.asymmetricKeyType === 'rsa' ? 'RS256' : curves[key.asymmetricKeyDetails?.namedCurve ?? '']
  if (algorithm === undefined) throw new Error('neither RSA nor ECDSA')
  const der = key.export({ type: 'spki', format: 'der' })
  return { id: id ?? createHash('sha256').update(der).digest('base64url'), key, algorithm }
}

function readKeyFile(file: string, flag: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw new Refusal(`--${flag}: ${file} cannot be read (${(cause as NodeJS.ErrnoException).code})`)
  }
}
