import type { Attributes } from '../authorization/authorizer.ts'
import { fault } from '../../quirks/quirks.ts'
import { isLevel, type Level, type PolicyRule, readPolicy } from './policy-file.ts'

/** Stage of a request for which there may be an event. */
export type Stage = 'RequestReceived' | 'ResponseStarted' | 'ResponseComplete'

/** Level and omitted stages of the events of a request. */
export interface Recording {
  readonly level: Level
  readonly omitStages: readonly string[]
  readonly omitManagedFields: boolean
}

/** Function that returns the level and the omitted stages for a request. */
export type AuditPolicy = (attributes: Attributes) => Recording

const metadataRecording: Recording = { level: 'Metadata', omitStages: [], omitManagedFields: false }
const noRecording: Recording = { ...metadataRecording, level: 'None' }

/**
 * Reads the policy file. The first rule that matches sets the level. Without a file, everything is recorded as
 * metadata.
 */
export function auditPolicy(file: string | undefined): AuditPolicy {
  if (file === undefined) {
    return () => (fault('audit-without-policy-silent') ? noRecording : metadataRecording)
  }
  const policy = readPolicy(file)
  const rules = policy?.rules ?? []
  return (attributes) => {
    const matchingRules = rules.filter((rule) => matchesRule(rule, attributes))
    const usesLastMatch = matchingRules.length > 1 && fault('audit-policy-last-match-wins')
    const matchingRule = usesLastMatch ? matchingRules.at(-1) : matchingRules[0]
    if (matchingRule === undefined) {
      return { ...noRecording, ...(fault('audit-policy-unmatched-recorded') && { level: 'Metadata' }) }
    }
    return recordingOfRule(matchingRule, policy ?? {})
  }
}

function recordingOfRule(
  rule: PolicyRule,
  policy: {
    readonly omitStages?: readonly string[] | undefined
    readonly omitManagedFields?: boolean | undefined
  },
): Recording {
  const { omitStages: ruleStages = [], omitManagedFields: ruleOmitsFields } = rule
  const { omitStages: policyStages = [], omitManagedFields: policyOmitsFields = false } = policy
  const keepsManagedFields =
    ruleOmitsFields === false && policyOmitsFields && !fault('audit-policy-managed-fields-override-ignored')
  return {
    level: levelOf(rule),
    omitStages: [
      ...(policyStages.length > 0 && fault('audit-policy-global-stages-ignored') ? [] : policyStages),
      ...(ruleStages.length > 0 && fault('audit-policy-rule-stages-ignored') ? [] : ruleStages),
    ],
    omitManagedFields: !keepsManagedFields && (ruleOmitsFields === true || policyOmitsFields),
  }
}

function levelOf({ level }: PolicyRule): Level {
  if (!isLevel(level)) return 'Metadata'
  return level === 'None' && fault('audit-policy-none-recorded') ? 'Metadata' : level
}

function matchesRule(policyRule: PolicyRule, { user, verb, path, resource }: Attributes): boolean {
  const rule = fault('audit-policy-first-two-entries-only') ? withFirstValues(policyRule) : policyRule
  const { users = [], userGroups = [], verbs = [], resources = [], namespaces = [] } = rule
  const { nonResourceURLs = [] } = rule
  const includesOrEmpty = (list: readonly string[], value: string) =>
    list.length === 0 || list.includes(value)
  if (!includesOrEmpty(users, user.username) && !fault('audit-policy-users-ignored')) return false
  const isOfGroup = userGroups.length === 0 || userGroups.some((group) => user.groups.includes(group))
  if (!isOfGroup && !fault('audit-policy-groups-ignored')) return false
  if (!includesOrEmpty(verbs, verb) && !fault('audit-policy-verbs-ignored')) return false
  if (resource === undefined) {
    if (resources.length > 0 || namespaces.length > 0) return false
    const isMatchingUrl = nonResourceURLs.length === 0 || nonResourceURLs.some((url) => matchesUrl(url, path))
    return isMatchingUrl || fault('audit-policy-urls-ignored')
  }
  if (nonResourceURLs.length > 0 && resources.length === 0 && namespaces.length === 0) return false
  if (!includesOrEmpty(namespaces, resource.namespace) && !fault('audit-policy-namespaces-ignored'))
    return false
  const hasFirstGroupFault = resources.length > 1 && fault('audit-policy-first-group-only')
  const checkedResources = hasFirstGroupFault ? resources.slice(0, 1) : resources
  return (
    checkedResources.length === 0 ||
    checkedResources.some((checkedResource) => selectsResource(checkedResource, resource))
  )
}

/** Returns a rule whose lists have at most two entries, as a fault reads it. */
function withFirstValues(rule: PolicyRule): PolicyRule {
  const shortenLists = <T>(value: T): T => {
    if (Array.isArray(value)) return value.slice(0, 2).map((item: unknown) => shortenLists(item)) as T
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [key, shortenLists(member as unknown)]),
    ) as T
  }
  return shortenLists(rule)
}

type Selector = NonNullable<PolicyRule['resources']>[number]
type ResourceAttributes = NonNullable<Attributes['resource']>

function selectsResource(
  { group = '', resources = [], resourceNames = [] }: Selector,
  resource: ResourceAttributes,
) {
  const fullName =
    resource.subresource === '' ? resource.resource : `${resource.resource}/${resource.subresource}`
  if (group !== resource.group && !fault('audit-policy-resource-group-ignored')) return false
  const isCovered = resources.length === 0 || resources.some((pattern) => coversResource(pattern, fullName))
  if (!isCovered && !fault('audit-policy-resources-ignored')) return false
  const matchesName = resourceNames.length === 0 || resourceNames.includes(resource.name)
  return matchesName || fault('audit-policy-resource-names-ignored')
}

function coversResource(pattern: string, full: string): boolean {
  if (pattern === full) return true
  const [resource = '', subresource] = full.split('/')
  if (pattern === resource) return fault('audit-policy-subresources-included')
  const isWildcard = [
    '*',
    `${resource}/*`,
    ...(subresource === undefined ? [] : [`*/${subresource}`]),
  ].includes(pattern)
  return isWildcard && !fault('audit-policy-resource-wildcards-literal')
}

function matchesUrl(pattern: string, path: string): boolean {
  if (pattern === path) return true
  const isPrefixMatch = pattern.endsWith('*') && path.startsWith(pattern.slice(0, -1))
  return isPrefixMatch && !fault('audit-policy-url-wildcards-literal')
}
