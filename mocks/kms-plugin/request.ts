import type { JournalEntry } from '#harness/peer.ts'

/** Request to the key store. Plaintexts are keys, so only their size is kept. */
export interface KmsRequest extends JournalEntry {
  /** Version of the interface that the client used. */
  readonly service: 'v1' | 'v2'
  readonly method: 'Version' | 'Status' | 'Encrypt' | 'Decrypt'
  /** Size in bytes of the data to encrypt or decrypt. */
  readonly bytes?: number
  /** True for the plaintext `ping`, which API servers encrypt only to check that the plugin works (v1). */
  readonly probe?: boolean
  /** Data to decrypt, in hex. */
  readonly ciphertext?: string
  /** Key of a ciphertext according to a v2 client. */
  readonly keyId?: string
  /** `key_id` of the response to a v2 Status or Encrypt; empty if the response has none. */
  answeredKeyId?: string
  /** `healthz` of the response to a v2 Status. */
  answeredHealthz?: string
  /** Id of the call that a v2 client sent. */
  readonly uid?: string
  /** Annotations of an Encrypt response that a v2 client returned; the values are in hex. */
  readonly annotations?: Readonly<Record<string, string>>
  /** Interface version that a v1 client sent. */
  readonly version?: string
}
