import { isMapping } from '../../../config/decode.ts'
import type { Json } from '../../../serving/json-body.ts'

/** The claim that holds what a token is bound to. */
export const privateClaim = 'orch.io'
/** The issuer of tokens that lie in secrets. */
export const legacyIssuer = 'orch/serviceaccount'
const legacyPrefix = 'orch.io/serviceaccount/'

/** An object by name, and by UID when that is known. */
export interface Reference {
  readonly name: string
  readonly uid: string | undefined
}

/** What the claims of a token say about its service account. */
export interface AccountClaims {
  readonly namespace: string
  readonly account: Reference
  /** The plural of the bound object's resource, with its reference. */
  readonly bound: readonly (readonly [resource: string, reference: Reference])[]
  /** The secret that a token of the old sort lies in. */
  readonly legacySecret: string | undefined
}

/** Reads the private claims of either sort; undefined when there are none. */
export function accountClaims(claims: Json): AccountClaims | undefined {
  const own = claims[privateClaim]
  if (isMapping(own)) {
    const account = reference(own['serviceaccount'])
    if (account === undefined) return undefined
    const bound = (['pod', 'secret', 'node'] as const).flatMap((member) => {
      const found = reference(own[member])
      return found === undefined ? [] : [[`${member}s`, found] as const]
    })
    return { namespace: text(own['namespace']), account, bound, legacySecret: undefined }
  }
  const old = (name: string) => text(claims[`${legacyPrefix}${name}`])
  const name = old('service-account.name')
  if (name === '') return undefined
  const uid = old('service-account.uid')
  const account = { name, uid: uid === '' ? undefined : uid }
  return { namespace: old('namespace'), account, bound: [], legacySecret: old('secret.name') }
}

/** The name of a service account as a user. */
export function accountUsername(namespace: string, name: string): string {
  return `system:serviceaccount:${namespace}:${name}`
}

function reference(value: unknown): Reference | undefined {
  if (!isMapping(value) || typeof value['name'] !== 'string') return undefined
  const { name, uid } = value
  return { name: String(name), uid: typeof uid === 'string' ? uid : undefined }
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')
