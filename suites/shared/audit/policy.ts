/** How much an event holds, least first. */
export type Level = 'None' | 'Metadata' | 'Request' | 'RequestResponse'
export type Stage = 'RequestReceived' | 'ResponseStarted' | 'ResponseComplete' | 'Panic'

/** Which requests a rule is about, and how much it wants to be recorded of them; what is left out matches all. */
export interface PolicyRule {
  readonly level: Level
  readonly users?: readonly string[]
  readonly userGroups?: readonly string[]
  readonly verbs?: readonly string[]
  readonly resources?: readonly ResourceSelector[]
  /** The empty text stands for what is in no namespace. */
  readonly namespaces?: readonly string[]
  readonly nonResourceURLs?: readonly string[]
  readonly omitStages?: readonly Stage[]
  readonly omitManagedFields?: boolean
}

/** Resources of one API group; the core group when none is named. */
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

/** A policy of rules. */
export function auditPolicy(
  rules: readonly PolicyRule[],
  more: Pick<AuditPolicy, 'omitStages' | 'omitManagedFields'> = {},
): AuditPolicy {
  return { apiVersion: 'audit.orch.io/v1', kind: 'Policy', rules, ...more }
}

/** A request as a policy sees it: about a resource, or at a path that stands for none. */
export interface Asked {
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

/** What a policy wants of a request. */
export interface Wanted {
  readonly level: Level
  readonly omitStages: readonly Stage[]
  readonly omitManagedFields: boolean
}

/** What a policy says of a request: the first rule of which every condition holds decides, and nothing means None. */
export function evaluate(policy: AuditPolicy, asked: Asked): Wanted {
  for (const rule of policy.rules) {
    const conditions = conditionsOf(rule, asked)
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

/** Whether each condition that a rule states holds. */
function conditionsOf(rule: PolicyRule, { user, verb, path, resource }: Asked): boolean[] {
  const { users, userGroups, verbs, resources, namespaces, nonResourceURLs } = rule
  const stated: boolean[] = []
  if (users?.length) stated.push(users.includes(user.name))
  if (userGroups?.length) stated.push(user.groups.some((group) => userGroups.includes(group)))
  if (verbs?.length) stated.push(verbs.includes(verb))
  if (namespaces?.length) stated.push(resource !== undefined && namespaces.includes(resource.namespace))
  if (resources?.length)
    stated.push(resource !== undefined && resources.some((one) => selects(one, resource)))
  if (nonResourceURLs?.length) {
    stated.push(resource === undefined && nonResourceURLs.some((pattern) => globs(pattern, path)))
  }
  return stated
}

function selects(selector: ResourceSelector, asked: NonNullable<Asked['resource']>): boolean {
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

function globs(pattern: string, path: string): boolean {
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern
}
