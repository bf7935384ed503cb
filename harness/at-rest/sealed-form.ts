import { createHmac, hkdfSync } from 'node:crypto'

/** The providers that have their keys in the configuration file. */
export type KeyedProvider = 'aescbc' | 'aesgcm' | 'secretbox'

/** What stands in front of a sealed value. */
export interface Label {
  readonly provider: KeyedProvider | 'kms'
  readonly version: 'v1' | 'v2'
  /** The key, or the plugin. */
  readonly name: string
}

/** How an implementation stores what it seals, which no document says. */
export interface SealedForm {
  /** What every sealed value begins with. */
  readonly mark: string
  /** The key of one value in an envelope of version 2, from the seed and the 32 bytes in front of the sealed value. */
  readonly keyOf: (seed: Uint8Array, salt: Uint8Array) => Uint8Array
}

/** Sealed values of the reference. */
export const orchForm: SealedForm = { mark: 'orch:enc:', keyOf: (seed, salt) => hkdfOf(seed, salt, 'orch') }

/** Sealed values of Kubernetes. */
export const kubernetesForm: SealedForm = { mark: 'k8s:enc:', keyOf: hkdfExpanded }

/** The prefix of a value that was sealed so. */
export function prefixOf(form: SealedForm, { provider, version, name }: Label): string {
  return `${form.mark}${provider}:${version}:${name}:`
}

/** How many bytes in front of a sealed part every value must have for itself. */
export const nonceBytes: Readonly<Record<KeyedProvider, number>> = { aescbc: 16, aesgcm: 12, secretbox: 24 }

/** The first 32 bytes that the expand step gives (RFC 5869 §2.3, SHA-256). */
function hkdfExpanded(seed: Uint8Array, info: Uint8Array): Uint8Array {
  return createHmac('sha256', seed).update(info).update(Uint8Array.of(1)).digest()
}

/** 32 bytes of both steps (RFC 5869, SHA-256). */
function hkdfOf(seed: Uint8Array, salt: Uint8Array, info: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', seed, salt, info, 32))
}
