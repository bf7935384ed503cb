import type { AccessSpec, ResourceAttributes } from '#mocks/webhook-authorizer/index.ts'

type Review = Omit<AccessSpec, 'user'>

/** Condition on one attribute of a review, and a review in which only that attribute differs. */
interface Attribute {
  readonly name: string
  readonly condition: (request: string) => string
  readonly changeAttribute: (review: Review) => Review
}

const resource = {
  verb: 'get',
  group: 'apps',
  version: 'v1',
  namespace: 'n1',
  resource: 'deployments',
  subresource: 'scale',
  name: 'one',
} as const

/** Resource request with all attributes. */
export const resourceReview = {
  uid: 'u-1',
  groups: ['crew', 'cooks'],
  extra: { 'example.org/tier': ['gold', 'new'] },
  resourceAttributes: resource,
} as const satisfies Review

const withOtherAttributes =
  (attributes: Partial<ResourceAttributes>): Attribute['changeAttribute'] =>
  (review) => ({
    ...review,
    resourceAttributes: { ...review.resourceAttributes, ...attributes },
  })

/** One condition for each attribute. `resourceReview` meets all conditions. */
export const attributes: readonly Attribute[] = [
  {
    name: 'uid',
    condition: (request) => `${request}.uid == 'u-1'`,
    changeAttribute: (review) => ({ ...review, uid: 'u-2' }),
  },
  {
    name: 'list of groups',
    condition: (request) => `'cooks' in ${request}.groups`,
    changeAttribute: (review) => ({ ...review, groups: ['crew', 'guests'] }),
  },
  {
    name: 'extra value',
    condition: (request) => `${request}.extra['example.org/tier'][1] == 'new'`,
    changeAttribute: (review) => ({ ...review, extra: { 'example.org/tier': ['gold', 'old'] } }),
  },
  ...Object.entries(resource).map(
    ([name, value]): Attribute => ({
      name,
      condition: (request) =>
        `has(${request}.resourceAttributes) && ${request}.resourceAttributes.${name} == '${value}'`,
      changeAttribute: withOtherAttributes({ [name]: `other-${value}` }),
    }),
  ),
]

/** Conditions on a request without a resource, and a request that meets them. */
export const nonResourceReview = {
  base: { nonResourceAttributes: { path: '/metrics', verb: 'get' } },
  conditions: [
    (request: string) =>
      `has(${request}.nonResourceAttributes) && ${request}.nonResourceAttributes.path == '/metrics'`,
    (request: string) =>
      `has(${request}.nonResourceAttributes) && ${request}.nonResourceAttributes.verb == 'get'`,
    (request: string) => `!has(${request}.resourceAttributes)`,
  ],
} as const
