import { user, type UserInfo } from '../../serving/user.ts'
import type { Attributes, Authorizer, Decision } from '../authorization/authorizer.ts'
import { ApiError } from '../../serving/api-error.ts'
import type { ServerRequest } from '../../serving/request.ts'
import { type Json, jsonBody, member } from '../../serving/json-body.ts'
import { type Route, route } from '../../serving/router.ts'

const group = 'authorization.orch.io'

/** Returns the endpoints that report the access of a user. */
export function accessReviewRoutes(authorizer: Authorizer): readonly Route[] {
  return ['v1', 'v1beta1'].flatMap((version) => {
    const answer = async (kind: string, spec: Json, attributes: Attributes) => ({
      status: 201,
      body: {
        kind,
        apiVersion: `${group}/${version}`,
        metadata: {},
        spec,
        status: statusOf(await authorizer.decide(attributes)),
      },
    })
    const base = `/apis/${group}/${version}`
    return [
      route('POST', `${base}/subjectaccessreviews`, async (request) => {
        const spec = await specOf(request)
        return answer('SubjectAccessReview', spec, attributesOf(spec, subjectOf(spec)))
      }),
      route('POST', `${base}/selfsubjectaccessreviews`, async (request) => {
        const spec = await specOf(request)
        return answer('SelfSubjectAccessReview', spec, attributesOf(spec, request.user ?? user('')))
      }),
      (request) => {
        const namespaceMatch = /^\/namespaces\/([^/]+)\/localsubjectaccessreviews$/.exec(
          request.path.slice(base.length),
        )
        if (!request.path.startsWith(base) || request.method !== 'POST' || namespaceMatch === null)
          return undefined
        return specOf(request).then((spec) => {
          if (member(spec, 'resourceAttributes')['namespace'] !== namespaceMatch[1]) {
            throw new ApiError(400, 'spec.resourceAttributes.namespace: must be that of the path')
          }
          return answer('LocalSubjectAccessReview', spec, attributesOf(spec, subjectOf(spec)))
        })
      },
    ]
  })
}

async function specOf(request: ServerRequest): Promise<Json> {
  return member(await jsonBody(request), 'spec')
}

function subjectOf(spec: Json): UserInfo {
  const { user: name, uid } = spec
  // In v1beta1, the groups are spelled in the singular.
  const groups = stringsOf(spec['groups'] ?? spec['group'])
  if ((typeof name !== 'string' || name === '') && groups.length === 0) {
    throw new ApiError(422, 'spec.user or spec.groups: required')
  }
  const extraEntries = Object.entries(member(spec, 'extra')).map(
    ([key, values]) => [key, stringsOf(values)] as const,
  )
  return user(text(name), { uid: text(uid), groups, extra: Object.fromEntries(extraEntries) })
}

function attributesOf(spec: Json, sender: UserInfo): Attributes {
  const { resourceAttributes, nonResourceAttributes } = spec
  if ((resourceAttributes === undefined) === (nonResourceAttributes === undefined)) {
    throw new ApiError(422, 'spec: needs either resourceAttributes or nonResourceAttributes')
  }
  const attributes = member(
    spec,
    resourceAttributes === undefined ? 'nonResourceAttributes' : 'resourceAttributes',
  )
  const attributeText = (name: string) => text(attributes[name])
  const resource = {
    group: attributeText('group'),
    version: attributeText('version'),
    namespace: attributeText('namespace'),
    resource: attributeText('resource'),
    name: attributeText('name'),
    subresource: attributeText('subresource'),
    ...pickMember(attributes, 'fieldSelector'),
    ...pickMember(attributes, 'labelSelector'),
  }
  return {
    user: sender,
    verb: attributeText('verb'),
    path: attributeText('path'),
    resource: resourceAttributes === undefined ? undefined : resource,
  }
}

/** Returns an object with a member, or an empty object if the member is undefined. */
function pickMember(object: Json, name: string): Json {
  return object[name] === undefined ? {} : { [name]: object[name] }
}

function statusOf({ verdict, reason, error }: Decision): object {
  return {
    allowed: verdict === 'allow',
    ...(verdict === 'deny' ? { denied: true } : {}),
    ...(reason === undefined ? {} : { reason }),
    ...(error === undefined ? {} : { evaluationError: error }),
  }
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')
const stringsOf = (value: unknown) => (Array.isArray(value) ? value.map(String) : [])
