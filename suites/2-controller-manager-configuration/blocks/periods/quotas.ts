import type { ApiServer } from '#mocks/api-server/index.ts'
import { putObject } from '../fixture.ts'

/** Quota, and the wrong usage that other clients write. */
export interface QuotaCase {
  readonly namespace: string
  readonly name: string
  readonly resources: readonly string[]
  /** Further fields of the specification, with which the quota counts some of the pods. */
  readonly scope?: object
  /** Number of writes of the wrong usage. Default: 1. */
  readonly times?: number
}

/** Quotas whose usage other clients change. */
export const cases = {
  'the second quota of a namespace': { namespace: 'quotas-a', name: 'second', resources: ['pods'] },
  'a quota of another namespace': { namespace: 'quotas-b', name: 'first', resources: ['pods'] },
  'a count of other objects': {
    namespace: 'quotas-c',
    name: 'first',
    resources: ['configmaps', 'secrets', 'services', 'persistentvolumeclaims'],
  },
  'a quota with scopes': {
    namespace: 'quotas-e',
    name: 'first',
    resources: ['pods'],
    scope: { scopes: ['NotTerminating'] },
  },
  'a quota with a scope selector': {
    namespace: 'quotas-f',
    name: 'first',
    resources: ['pods'],
    scope: {
      scopeSelector: {
        matchExpressions: [{ scopeName: 'PriorityClass', operator: 'In', values: ['high'] }],
      },
    },
  },
  'a quota that is wrong again': { namespace: 'quotas-d', name: 'first', resources: ['pods'], times: 3 },
} as const satisfies Readonly<Record<string, QuotaCase>>

/** Creates the quotas. */
export function arrangeQuotas(api: ApiServer): void {
  const quotas: readonly QuotaCase[] = [
    { ...cases['the second quota of a namespace'], name: 'first' },
    ...Object.values(cases),
  ]
  for (const { namespace, name, resources, scope } of quotas)
    putObject(api, {
      apiVersion: 'v1',
      kind: 'ResourceQuota',
      metadata: { name, namespace },
      spec: { hard: Object.fromEntries(resources.map((resource) => [resource, '10'])), ...scope },
    })
}
