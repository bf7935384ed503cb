import type { Environment } from '@marcbachmann/cel-js'

const text = 'string'

/** Adds the variable `request`: the spec of a SubjectAccessReview in version v1. */
export function withRequest(environment: Environment): Environment {
  return environment
    .registerType('ResourceAttributes', {
      fields: {
        namespace: text,
        verb: text,
        group: text,
        version: text,
        resource: text,
        subresource: text,
        name: text,
      },
    })
    .registerType('NonResourceAttributes', { fields: { path: text, verb: text } })
    .registerType('SubjectAccessReviewSpec', {
      fields: {
        user: text,
        uid: text,
        groups: 'list<string>',
        extra: 'map<string, list<string>>',
        resourceAttributes: 'ResourceAttributes',
        nonResourceAttributes: 'NonResourceAttributes',
      },
    })
    .registerVariable('request', 'SubjectAccessReviewSpec')
}
