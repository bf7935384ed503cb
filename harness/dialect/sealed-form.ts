import { createHmac, hkdfSync } from 'node:crypto'

/** The providers with keys in the configuration file. */
export type KeyedProvider = 'aescbc' | 'aesgcm' | 'secretbox'

/** Contents of the prefix of a sealed value. */
export interface Label {
  readonly provider: KeyedProvider | 'kms'
  readonly version: 'v1' | 'v2'
  /** Name of the key or of the plugin. */
  readonly name: string
}

/** Storage form of the sealed values of an implementation, which is undocumented. */
export interface SealedForm {
  /** Beginning of every sealed value. */
  readonly mark: string
  /**
   * Derives the key of one value in an envelope of version 2 from the seed and the 32 bytes before the sealed value.
   */
  readonly keyOf: (seed: Uint8Array, salt: Uint8Array) => Uint8Array
}

/** Form of the sealed values of the reference. */
export const orchForm: SealedForm = { mark: 'orch:enc:', keyOf: (seed, salt) => hkdfOf(seed, salt, 'orch') }

/** Form of the sealed values of Kubernetes. */
export const kubernetesForm: SealedForm = { mark: 'k8s:enc:', keyOf: hkdfExpanded }

/** Returns the prefix of a value that was sealed in this form. */
export function prefixOf(form: SealedForm, { provider, version, name }: Label): string {
  return `${form.mark}${provider}:${version}:${name}:`
}

/** Number of bytes before a sealed part that must be unique to every value. */
export const nonceBytes: Readonly<Record<KeyedProvider, number>> = { aescbc: 16, aesgcm: 12, secretbox: 24 }

/** Returns the first 32 bytes of the expand step (RFC 5869 §2.3, SHA-256). */
function hkdfExpanded(seed: Uint8Array, info: Uint8Array): Uint8Array {
  return createHmac('sha256', seed).update(info).update(Uint8Array.of(1)).digest()
}

/** Returns 32 bytes of both steps (RFC 5869, SHA-256). */
function hkdfOf(seed: Uint8Array, salt: Uint8Array, info: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', seed, salt, info, 32))
}
