import { formerly, type NamedCases, seeing } from '#kit'
import type { AccessSpec, ResourceAttributes } from '#mocks/webhook-authorizer/index.ts'

/** Path of list requests. */
export const collection = '/api/v1/namespaces/default/configmaps'

/** Returns the spec of a review about a user, with every attribute set. */
export function specOf(user: string): AccessSpec {
  return {
    user,
    uid: 'u-1',
    groups: ['crew', 'cooks'],
    extra: { 'example.org/tier': ['gold'] },
    resourceAttributes: {
      verb: 'get',
      group: 'apps',
      version: 'v1',
      namespace: 'default',
      resource: 'deployments',
      subresource: 'scale',
      name: 'one',
    },
  }
}

/** Changes of one attribute of a request by the same user. */
export const singleAttributeChanges: NamedCases<(spec: AccessSpec) => AccessSpec> = {
  'another uid': seeing(['cache-ignores-uid'], (spec) => ({ ...spec, uid: 'u-2' })),
  'other groups': seeing(['cache-ignores-groups'], (spec) => ({ ...spec, groups: ['crew', 'guests'] })),
  'one group whose name joins two groups': formerly(
    'one group with the separator of two',
    seeing(['cache-joins-groups'], (spec) => ({
      ...spec,
      groups: ['crew,cooks'],
    })),
  ),
  'another extra value': seeing(['cache-ignores-extra'], (spec) => ({
    ...spec,
    extra: { 'example.org/tier': ['silver'] },
  })),
  'another extra key': seeing(['cache-ignores-extra'], (spec) => ({
    ...spec,
    extra: { 'example.org/rank': ['gold'] },
  })),
  'another API group': seeing(['cache-ignores-api-group'], withResourceAttributes({ group: 'extensions' })),
  'another API version': seeing(['cache-ignores-version'], withResourceAttributes({ version: 'v1beta1' })),
  'another subresource': seeing(
    ['cache-ignores-subresource'],
    withResourceAttributes({ subresource: 'status' }),
  ),
  'another verb': seeing(['cache-ignores-verb'], withResourceAttributes({ verb: 'update' })),
}

/** Changes of the selectors of a list request. Not every server sends selectors to authorizers. */
export const selectors: NamedCases<{
  readonly path: string
  readonly otherPath: string
  readonly member: 'fieldSelector' | 'labelSelector'
}> = {
  'another field selector': seeing(['cache-ignores-field-selector'], {
    path: `${collection}?fieldSelector=metadata.name%3Done`,
    otherPath: `${collection}?fieldSelector=metadata.name%3Dtwo`,
    member: 'fieldSelector',
  }),
  'another label selector': seeing(['cache-ignores-label-selector'], {
    path: `${collection}?labelSelector=tier%3Dgold`,
    otherPath: `${collection}?labelSelector=tier%3Dsilver`,
    member: 'labelSelector',
  }),
  'no field selector': seeing(['review-without-field-selector'], {
    path: `${collection}?fieldSelector=metadata.name%3Done`,
    otherPath: collection,
    member: 'fieldSelector',
  }),
  'no label selector': seeing(['review-without-label-selector'], {
    path: `${collection}?labelSelector=tier%3Dgold`,
    otherPath: collection,
    member: 'labelSelector',
  }),
}

function withResourceAttributes(attributes: Partial<ResourceAttributes>): (spec: AccessSpec) => AccessSpec {
  return (spec) => ({ ...spec, resourceAttributes: { ...spec.resourceAttributes, ...attributes } })
}
