import { isMapping } from '../../../config/decode.ts'
import type { Json } from '../../../serving/json-body.ts'

/** Claim that contains the objects to which a token is bound. */
export const privateClaim = 'orch.io'
/** Issuer of tokens that are stored in secrets. */
export const legacyIssuer = 'orch/serviceaccount'
const legacyPrefix = 'orch.io/serviceaccount/'

/** Reference to an object by name, and by UID if that is known. */
export interface Reference {
  readonly name: string
  readonly uid: string | undefined
}

/** Claims of a token about its service account. */
export interface AccountClaims {
  readonly namespace: string
  readonly account: Reference
  /** Plural of the bound object's resource, with its reference. */
  readonly bound: readonly (readonly [resource: string, reference: Reference])[]
  /** Secret that contains a legacy token. */
  readonly legacySecret: string | undefined
}

/** Reads the private claims of a bound or a legacy token; undefined if there are none. */
export function accountClaims(claims: Json): AccountClaims | undefined {
  const privateClaims = claims[privateClaim]
  if (isMapping(privateClaims)) {
    const account = referenceOf(privateClaims['serviceaccount'])
    if (account === undefined) return undefined
    const boundObjects = (['pod', 'secret', 'node'] as const).flatMap((member) => {
      const boundReference = referenceOf(privateClaims[member])
      return boundReference === undefined ? [] : [[`${member}s`, boundReference] as const]
    })
    return {
      namespace: textOf(privateClaims['namespace']),
      account,
      bound: boundObjects,
      legacySecret: undefined,
    }
  }
  const legacyClaim = (name: string) => textOf(claims[`${legacyPrefix}${name}`])
  const name = legacyClaim('service-account.name')
  if (name === '') return undefined
  const uid = legacyClaim('service-account.uid')
  const account = { name, uid: uid === '' ? undefined : uid }
  return { namespace: legacyClaim('namespace'), account, bound: [], legacySecret: legacyClaim('secret.name') }
}

/** Returns the user name of a service account. */
export function accountUsername(namespace: string, name: string): string {
  return `system:serviceaccount:${namespace}:${name}`
}

function referenceOf(value: unknown): Reference | undefined {
  if (!isMapping(value) || typeof value['name'] !== 'string') return undefined
  const { name, uid } = value
  return { name: String(name), uid: typeof uid === 'string' ? uid : undefined }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
