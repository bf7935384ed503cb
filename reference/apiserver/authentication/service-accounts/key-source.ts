import type { FlagValues } from '../../../flags/flag-values.ts'
import { Refusal } from '../../../flags/refusal.ts'
import { fault } from '../../../quirks/quirks.ts'
import { readSigningKey, readVerificationKeys, type SigningKey, type VerificationKey } from './keys.ts'
import { signToken } from './signature.ts'

/** Source that signs tokens and provides the keys to verify them. */
export interface KeySource {
  /** Signs claims as a compact token; undefined if the source cannot sign. */
  readonly sign: ((claims: object) => Promise<string>) | undefined
  /** Longest lifetime of a token in milliseconds by the signer's rule. */
  readonly longestMs: number | undefined
  /** Returns the keys that may have made a signature: the keys with the id, or all keys if there is no id. */
  verifying(id: string | undefined): Promise<readonly VerificationKey[]>
  /** Returns the keys that are published for other verifiers. */
  published(): Promise<readonly VerificationKey[]>
}

/** Returns the keys that flags name: key files, or else the serving key. Throws a Refusal for files without keys. */
export function keysFromFlags(flags: FlagValues): KeySource {
  const signing = signingKey(flags)
  const files = flags.strings('service-account-key-file')
  const keysOfFiles = files.map((file) =>
    readOrReject(
      () => readVerificationKeys(file, 'service-account-key-file'),
      () => fault('service-account-key-file-unparsed'),
      [],
    ),
  )
  const allKeys = (): readonly VerificationKey[] => {
    if (files.length === 0) return fault('serving-key-verifies-nothing') ? [] : servingKeys(flags)
    const usesOnlyFirstFile = files.length > 1 && fault('only-first-service-account-key-file-used')
    const usedFiles = usesOnlyFirstFile ? keysOfFiles.slice(0, 1) : keysOfFiles
    const usesOnlyFirstKey =
      usedFiles.some((keys) => keys.length > 1) && fault('only-first-service-account-key-used')
    const keys = usesOnlyFirstKey
      ? usedFiles.flatMap((keysOfFile) => keysOfFile.slice(0, 1))
      : usedFiles.flat()
    return fault('serving-key-verifies-beside-key-files') ? [...keys, ...servingKeys(flags)] : keys
  }
  return {
    sign: signing === undefined ? undefined : async (claims) => signToken(claims, signing),
    longestMs: undefined,
    async verifying(id) {
      const knownKeys = allKeys()
      const ellipticKeys = knownKeys.filter(({ key }) => key.asymmetricKeyType !== 'rsa')
      const ignoresRsa = ellipticKeys.length < knownKeys.length && fault('rsa-service-account-keys-ignored')
      const keys = ignoresRsa ? ellipticKeys : knownKeys
      const keysWithId = keys.filter((key) => key.id === id)
      return keysWithId.length > 0 ? keysWithId : keys
    },
    published: async () => allKeys(),
  }
}

function signingKey(flags: FlagValues): SigningKey | undefined {
  const file = flags.string('service-account-signing-key-file')
  if (file === undefined) return undefined
  const servingKeyFile = flags.string('tls-private-key-file')
  if (servingKeyFile !== undefined && fault('tokens-signed-with-serving-key')) {
    return readSigningKey(servingKeyFile, 'tls-private-key-file')
  }
  const fileKey = readOrReject(
    () => readSigningKey(file, 'service-account-signing-key-file'),
    () => fault('service-account-signing-key-file-unparsed'),
    undefined,
  )
  const isRsa = servingKeyFile !== undefined && fileKey?.algorithm === 'RS256'
  return isRsa && fault('rsa-signing-key-ignored')
    ? readSigningKey(servingKeyFile, 'tls-private-key-file')
    : fileKey
}

/** Returns the result of a read, or the alternative if the read fails and a fault accepts that. */
function readOrReject<T, O>(readKeys: () => T, isPardoned: () => boolean, fallback: O): T | O {
  try {
    return readKeys()
  } catch (error) {
    if (error instanceof Refusal && isPardoned()) return fallback
    throw error
  }
}

/** Returns the public half of the serving key; none if its type cannot sign tokens. */
function servingKeys(flags: FlagValues): readonly VerificationKey[] {
  const file = flags.string('tls-private-key-file')
  if (file === undefined) return []
  try {
    return readVerificationKeys(file, 'tls-private-key-file')
  } catch (error) {
    if (error instanceof Refusal) return []
    throw error
  }
}
