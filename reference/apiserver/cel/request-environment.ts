import type { Environment } from '@marcbachmann/cel-js'

const stringType = 'string'

/** Adds the variable `request`: the spec of a SubjectAccessReview in version v1. */
export function withRequest(environment: Environment): Environment {
  return environment
    .registerType('ResourceAttributes', {
      fields: {
        namespace: stringType,
        verb: stringType,
        group: stringType,
        version: stringType,
        resource: stringType,
        subresource: stringType,
        name: stringType,
      },
    })
    .registerType('NonResourceAttributes', { fields: { path: stringType, verb: stringType } })
    .registerType('SubjectAccessReviewSpec', {
      fields: {
        user: stringType,
        uid: stringType,
        groups: 'list<string>',
        extra: 'map<string, list<string>>',
        resourceAttributes: 'ResourceAttributes',
        nonResourceAttributes: 'NonResourceAttributes',
      },
    })
    .registerVariable('request', 'SubjectAccessReviewSpec')
}
