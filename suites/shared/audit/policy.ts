/** Levels of detail of an event, least first. */
export type Level = 'None' | 'Metadata' | 'Request' | 'RequestResponse'
export type Stage = 'RequestReceived' | 'ResponseStarted' | 'ResponseComplete' | 'Panic'

/** Requests of a rule, and the level at which they are recorded. An absent condition matches all requests. */
export interface PolicyRule {
  readonly level: Level
  readonly users?: readonly string[]
  readonly userGroups?: readonly string[]
  readonly verbs?: readonly string[]
  readonly resources?: readonly ResourceSelector[]
  /** The empty string selects objects without a namespace. */
  readonly namespaces?: readonly string[]
  readonly nonResourceURLs?: readonly string[]
  readonly omitStages?: readonly Stage[]
  readonly omitManagedFields?: boolean
}

/** Resources of one API group. Default: the core group. */
export interface ResourceSelector {
  readonly group?: string
  readonly resources?: readonly string[]
  readonly resourceNames?: readonly string[]
}

/** A policy file, in the documents' words. */
export interface AuditPolicy {
  readonly apiVersion: 'audit.orch.io/v1'
  readonly kind: 'Policy'
  readonly rules: readonly PolicyRule[]
  readonly omitStages?: readonly Stage[]
  readonly omitManagedFields?: boolean
}

/** Returns a policy with rules. */
export function auditPolicy(
  rules: readonly PolicyRule[],
  more: Pick<AuditPolicy, 'omitStages' | 'omitManagedFields'> = {},
): AuditPolicy {
  return { apiVersion: 'audit.orch.io/v1', kind: 'Policy', rules, ...more }
}

/** Attributes of a request for a policy: of a resource, or of a path that is not a resource. */
export interface AuditedRequest {
  readonly user: { readonly name: string; readonly groups: readonly string[] }
  readonly verb: string
  readonly path: string
  readonly resource?: {
    readonly group: string
    readonly namespace: string
    readonly resource: string
    readonly subresource: string
    readonly name: string
  }
}

/** Requirements of a policy for a request. */
export interface ExpectedRecord {
  readonly level: Level
  readonly omitStages: readonly Stage[]
  readonly omitManagedFields: boolean
}

/**
 * Returns the requirements of a policy for a request. The first matching rule decides; without a matching rule the
 * level is None.
 */
export function evaluate(policy: AuditPolicy, request: AuditedRequest): ExpectedRecord {
  for (const rule of policy.rules) {
    const conditions = conditionsOf(rule, request)
    if (conditions.includes(false)) continue
    return {
      level: rule.level,
      omitStages: [...new Set([...(policy.omitStages ?? []), ...(rule.omitStages ?? [])])],
      omitManagedFields: rule.omitManagedFields ?? policy.omitManagedFields ?? false,
    }
  }
  return {
    level: 'None',
    omitStages: policy.omitStages ?? [],
    omitManagedFields: policy.omitManagedFields ?? false,
  }
}

/** Reports for each condition of a rule whether it is true. */
function conditionsOf(rule: PolicyRule, { user, verb, path, resource }: AuditedRequest): boolean[] {
  const { users, userGroups, verbs, resources, namespaces, nonResourceURLs } = rule
  const conditionResults: boolean[] = []
  if (users?.length) conditionResults.push(users.includes(user.name))
  if (userGroups?.length) conditionResults.push(user.groups.some((group) => userGroups.includes(group)))
  if (verbs?.length) conditionResults.push(verbs.includes(verb))
  if (namespaces?.length)
    conditionResults.push(resource !== undefined && namespaces.includes(resource.namespace))
  if (resources?.length)
    conditionResults.push(resource !== undefined && resources.some((one) => matchesResource(one, resource)))
  if (nonResourceURLs?.length) {
    conditionResults.push(
      resource === undefined && nonResourceURLs.some((pattern) => matchesPath(pattern, path)),
    )
  }
  return conditionResults
}

function matchesResource(
  selector: ResourceSelector,
  asked: NonNullable<AuditedRequest['resource']>,
): boolean {
  const { group = '', resources = [], resourceNames = [] } = selector
  if (group !== asked.group) return false
  if (resources.length === 0) return true
  if (resourceNames.length > 0 && !resourceNames.includes(asked.name)) return false
  return resources.some((wanted) => {
    if (wanted === '*') return true
    const [resource, subresource = ''] = wanted.split('/')
    const isResource = resource === asked.resource || (resource === '*' && asked.subresource !== '')
    return isResource && (subresource === asked.subresource || subresource === '*')
  })
}

function matchesPath(pattern: string, path: string): boolean {
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern
}
