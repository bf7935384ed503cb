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
  const accountObject = await objects.get('serviceaccounts', namespace, account.name)
  if (!isSameObject(accountObject, account)) return `service account ${account.name} is gone`
  for (const [resource, reference] of bound) {
    // Sequential: the first missing object is sufficient.
    const object = await objects.get(resource, resource === 'nodes' ? '' : namespace, reference.name)
    const isReplaced = !isSameObject(object, reference)
    const isOverlooked = isReplaced && resource === 'secrets' && fault('bound-secret-not-looked-up')
    if (isReplaced && !isOverlooked && !fault('bound-object-not-looked-up'))
      return `${resource} ${reference.name} is gone`
  }
  if (legacySecret === undefined) return undefined
  const secret = await objects.get('secrets', namespace, legacySecret)
  if (secret === undefined) {
    return fault('secret-of-token-not-looked-up') ? undefined : `secret ${legacySecret} is gone`
  }
  const isStoredToken = storedToken(secret) === token || fault('token-in-secret-not-compared')
  return isStoredToken ? undefined : `secret ${legacySecret} does not hold it`
}

function isSameObject(object: Json | undefined, { uid }: Reference): boolean {
  if (object === undefined) return false
  const hasSameUid = uid === undefined || metadataOf(object)['uid'] === uid
  return hasSameUid || fault('lookup-takes-namesakes')
}

function storedToken(secret: Json): string | undefined {
  const plainToken = member(secret, 'stringData')['token']
  if (typeof plainToken === 'string') return plainToken
  const encodedToken = member(secret, 'data')['token']
  return typeof encodedToken === 'string' ? Buffer.from(encodedToken, 'base64').toString('utf8') : undefined
}
