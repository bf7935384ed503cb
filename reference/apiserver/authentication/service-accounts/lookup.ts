import { fault } from '../../../quirks/quirks.ts'
import { type Json, member } from '../../../serving/json-body.ts'
import { metadataOf } from '../../api/object.ts'
import type { ObjectReader } from '../../objects/reader.ts'
import type { AccountClaims, Reference } from './claims.ts'

/**
 * Returns the object of a token that is missing in storage: its account, a bound object, or its secret; undefined if
 * none is missing.
 */
export async function missingObject(
  token: string,
  { namespace, account, bound, legacySecret }: AccountClaims,
  objects: ObjectReader,
): Promise<string | undefined> {
  const found = await objects.get('serviceaccounts', namespace, account.name)
  if (!isSame(found, account)) return `service account ${account.name} is gone`
  for (const [resource, reference] of bound) {
    // Sequential: the first missing object is sufficient.
    const object = await objects.get(resource, resource === 'nodes' ? '' : namespace, reference.name)
    const gone = !isSame(object, reference)
    if (gone && !fault('bound-object-not-looked-up')) return `${resource} ${reference.name} is gone`
  }
  if (legacySecret === undefined) return undefined
  const secret = await objects.get('secrets', namespace, legacySecret)
  if (secret === undefined) {
    return fault('secret-of-token-not-looked-up') ? undefined : `secret ${legacySecret} is gone`
  }
  const holds = storedToken(secret) === token || fault('token-in-secret-not-compared')
  return holds ? undefined : `secret ${legacySecret} does not hold it`
}

function isSame(object: Json | undefined, { uid }: Reference): boolean {
  if (object === undefined) return false
  const same = uid === undefined || metadataOf(object)['uid'] === uid
  return same || fault('lookup-takes-namesakes')
}

function storedToken(secret: Json): string | undefined {
  const plain = member(secret, 'stringData')['token']
  if (typeof plain === 'string') return plain
  const encoded = member(secret, 'data')['token']
  return typeof encoded === 'string' ? Buffer.from(encoded, 'base64').toString('utf8') : undefined
}
