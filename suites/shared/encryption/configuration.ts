import { randomBytes } from 'node:crypto'
import { file, type FileValue, type Flags, type KeyedProvider } from '#kit/launch.ts'
import { targetDialect } from '../dialect.ts'

/** A key of a provider, with its name in the file and its bytes. */
export interface SecretKey {
  readonly provider: KeyedProvider
  readonly name: string
  readonly bytes: Uint8Array
}

/** One entry of `resources`. */
export interface ResourceEntry {
  readonly resources: readonly string[]
  readonly providers: readonly object[]
}

/** Creates a key. The name is unique. */
export function secretKey(provider: KeyedProvider, bytes = 32): SecretKey {
  return {
    provider,
    name: `key-${randomBytes(8).toString('hex')}`,
    bytes: randomBytes(bytes),
  }
}

/** Returns a provider with the keys. */
export function keyedProvider(first: SecretKey, ...others: readonly SecretKey[]): object {
  const keys = [first, ...others].map(({ name, bytes }) => ({
    name,
    secret: Buffer.from(bytes).toString('base64'),
  }))
  return { [first.provider]: { keys } }
}

/** The provider that does not encrypt data. */
export const identity = { identity: {} } as const

/** Returns an entry with the providers that write and read some resources. */
export function stores(
  resources: string | readonly string[],
  ...providers: readonly object[]
): ResourceEntry {
  return { resources: [resources].flat(), providers }
}

/** Returns an EncryptionConfiguration file, in the documents' words. */
export function encryptionConfiguration(entries: readonly object[]): object {
  return {
    apiVersion: 'apiserver.config.orch.io/v1',
    kind: 'EncryptionConfiguration',
    resources: entries,
  }
}

/** Returns the flags with which a target accepts both versions of plugins. */
export function kmsFlags(): Flags {
  const gate = targetDialect().gates?.['kms-v1']
  return gate === undefined ? {} : { '--feature-gates': gate }
}

/** Returns an encryption file with these entries, as the value of its flag. */
export function encryptionFile(entries: readonly object[]): FileValue {
  return file('encryption.yaml', encryptionConfiguration(entries))
}
