import { randomUUID } from 'node:crypto'
import { isMapping } from '../../../config/decode.ts'
import { ApiError } from '../../../serving/api-error.ts'
import { resourcePath } from '../../api/attributes.ts'
import { type Json, jsonBody, member } from '../../../serving/json-body.ts'
import type { Route } from '../../../serving/router.ts'
import { metadataOf } from '../../api/object.ts'
import type { ObjectReader } from '../../objects/reader.ts'
import { accountUsername, privateClaim } from './claims.ts'
import type { KeySource } from './key-source.ts'
import { type Lifetime, lifetime } from './lifetime.ts'
import type { ServiceAccountSettings } from './settings.ts'

const apiVersion = 'authentication.orch.io/v1'

/** Returns the endpoint that issues a token for a service account. */
export function tokenRequestRoute(
  settings: ServiceAccountSettings,
  { sign }: KeySource,
  objects: ObjectReader,
): Route {
  return (request) => {
    const path = resourcePath(request.path)
    const isTokenRequest =
      path?.group === '' && path.resource === 'serviceaccounts' && path.subresource === 'token'
    if (!isTokenRequest || request.method !== 'POST') return undefined
    if (sign === undefined || settings.issuers.length === 0) {
      return Promise.reject(new ApiError(404, 'no tokens are issued here'))
    }
    const { namespace, name } = path
    const issueToken = async () => {
      const spec = member(await jsonBody(request), 'spec')
      const account = await objects.get('serviceaccounts', namespace, name)
      if (account === undefined) throw new ApiError(404, `serviceaccounts ${JSON.stringify(name)} not found`)
      const bindingObject = await boundObject(spec, namespace, objects)
      const tokenLifetime = lifetime(spec, bindingObject?.member === 'pod', settings)
      const audiences = audiencesOf(spec, settings)
      const uid = String(metadataOf(account)['uid'])
      const token = await sign(
        claimsOf(
          { namespace, name, uid },
          bindingObject,
          audiences,
          tokenLifetime,
          settings.issuers[0] ?? '',
        ),
      )
      const responseSpec = { ...spec, audiences, expirationSeconds: tokenLifetime.shownSeconds }
      const expirationTimestamp = new Date(
        (tokenLifetime.now + tokenLifetime.shownSeconds) * 1000,
      ).toISOString()
      const status = { token, expirationTimestamp: expirationTimestamp.replace(/\.\d+/, '') }
      const metadata = { name, namespace, creationTimestamp: new Date().toISOString().replace(/\.\d+/, '') }
      return { status: 201, body: { kind: 'TokenRequest', apiVersion, metadata, spec: responseSpec, status } }
    }
    return issueToken()
  }
}

interface BoundObject {
  readonly member: string
  readonly name: string
  readonly uid: string
}

function claimsOf(
  account: { readonly namespace: string; readonly name: string; readonly uid: string },
  binding: BoundObject | undefined,
  audiences: readonly string[],
  { now, seconds, shownSeconds }: Lifetime,
  issuer: string,
): object {
  const { namespace, name, uid } = account
  return {
    aud: audiences,
    exp: now + seconds,
    iat: now,
    iss: issuer,
    jti: randomUUID(),
    [privateClaim]: {
      namespace,
      serviceaccount: { name, uid },
      ...(binding === undefined ? {} : { [binding.member]: { name: binding.name, uid: binding.uid } }),
      ...(seconds === shownSeconds ? {} : { warnafter: now + shownSeconds }),
    },
    nbf: now,
    sub: accountUsername(namespace, name),
  }
}

async function boundObject(
  spec: Json,
  namespace: string,
  objects: ObjectReader,
): Promise<BoundObject | undefined> {
  const { boundObjectRef } = spec
  if (!isMapping(boundObjectRef)) return undefined
  const { kind, name, uid } = boundObjectRef
  const bindableKind =
    typeof kind === 'string' && ['Pod', 'Secret', 'Node'].includes(kind) ? kind.toLowerCase() : ''
  if (bindableKind === '') throw new ApiError(422, 'spec.boundObjectRef.kind: must be Pod, Secret or Node')
  const storedObject = await objects.get(
    `${bindableKind}s`,
    bindableKind === 'node' ? '' : namespace,
    String(name),
  )
  if (storedObject === undefined)
    throw new ApiError(404, `${bindableKind}s ${JSON.stringify(name)} not found`)
  const actualUid = String(metadataOf(storedObject)['uid'])
  if (uid !== undefined && uid !== '' && uid !== actualUid) {
    throw new ApiError(409, 'spec.boundObjectRef.uid: is that of another object')
  }
  return { member: bindableKind, name: String(name), uid: actualUid }
}

function audiencesOf({ audiences }: Json, { apiAudiences }: ServiceAccountSettings): readonly string[] {
  const wantedAudiences = Array.isArray(audiences) ? audiences.map(String) : []
  return wantedAudiences.length > 0 ? wantedAudiences : apiAudiences
}
