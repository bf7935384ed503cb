import type { Seen } from '#harness/peer.ts'

/** One thing the key store was asked. Plaintexts are keys, so only their size is kept. */
export interface KmsAsked extends Seen {
  /** Which version of the interface was spoken. */
  readonly service: 'v1' | 'v2'
  readonly method: 'Version' | 'Status' | 'Encrypt' | 'Decrypt'
  /** Size of what was to be encrypted or decrypted. */
  readonly bytes?: number
  /** Whether this is the word that API servers encrypt only to see whether the plugin works (v1). */
  readonly probe?: boolean
  /** What was to be decrypted, in hex. */
  readonly ciphertext?: string
  /** The key that a v2 client says a ciphertext belongs to. */
  readonly keyId?: string
  /** The `key_id` of the response to a v2 Status or Encrypt; empty where the response has none. */
  answeredKeyId?: string
  /** The `healthz` of the response to a v2 Status. */
  answeredHealthz?: string
  /** The name that a v2 client gave to the call. */
  readonly uid?: string
  /** What a v2 client gave back of an Encrypt answer; the values are in hex. */
  readonly annotations?: Readonly<Record<string, string>>
  /** The interface version that a v1 client says it speaks. */
  readonly version?: string
}
