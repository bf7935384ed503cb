import type { Attributes } from '../authorization/authorizer.ts'
import { fault } from '../../quirks/quirks.ts'
import { isLevel, type Level, type PolicyRule, readPolicy } from './policy-file.ts'

/** Stage of a request for which there may be an event. */
export type Stage = 'RequestReceived' | 'ResponseStarted' | 'ResponseComplete'

/** Level and omissions of the events of a request. */
export interface Recording {
  readonly level: Level
  readonly omitStages: readonly string[]
  readonly omitManagedFields: boolean
}

/** Function that returns the level and omissions for a request. */
export type AuditPolicy = (attributes: Attributes) => Recording

const everything: Recording = { level: 'Metadata', omitStages: [], omitManagedFields: false }
const nothing: Recording = { ...everything, level: 'None' }

/** Reads the policy file. The first rule that matches decides. Without a file, everything is recorded as metadata. */
export function auditPolicy(file: string | undefined): AuditPolicy {
  if (file === undefined) {
    return () => (fault('audit-without-policy-silent') ? nothing : everything)
  }
  const policy = readPolicy(file)
  const rules = policy?.rules ?? []
  return (attributes) => {
    const matching = rules.filter((rule) => matches(rule, attributes))
    const lastWins = matching.length > 1 && fault('audit-policy-last-match-wins')
    const found = lastWins ? matching.at(-1) : matching[0]
    if (found === undefined) {
      return { ...nothing, ...(fault('audit-policy-unmatched-recorded') && { level: 'Metadata' }) }
    }
    return recording(found, policy ?? {})
  }
}

function recording(
  rule: PolicyRule,
  policy: {
    readonly omitStages?: readonly string[] | undefined
    readonly omitManagedFields?: boolean | undefined
  },
): Recording {
  const { omitStages: own = [], omitManagedFields: omits } = rule
  const { omitStages: global = [], omitManagedFields: all = false } = policy
  const keeps = omits === false && all && !fault('audit-policy-managed-fields-override-ignored')
  return {
    level: levelOf(rule),
    omitStages: [
      ...(global.length > 0 && fault('audit-policy-global-stages-ignored') ? [] : global),
      ...(own.length > 0 && fault('audit-policy-rule-stages-ignored') ? [] : own),
    ],
    omitManagedFields: !keeps && (omits === true || all),
  }
}

function levelOf({ level }: PolicyRule): Level {
  if (!isLevel(level)) return 'Metadata'
  return level === 'None' && fault('audit-policy-none-recorded') ? 'Metadata' : level
}

function matches(whole: PolicyRule, { user, verb, path, resource }: Attributes): boolean {
  const rule = fault('audit-policy-first-two-entries-only') ? cut(whole) : whole
  const { users = [], userGroups = [], verbs = [], resources = [], namespaces = [] } = rule
  const { nonResourceURLs = [] } = rule
  const one = (list: readonly string[], value: string) => list.length === 0 || list.includes(value)
  if (!one(users, user.username) && !fault('audit-policy-users-ignored')) return false
  const isOfGroup = userGroups.length === 0 || userGroups.some((group) => user.groups.includes(group))
  if (!isOfGroup && !fault('audit-policy-groups-ignored')) return false
  if (!one(verbs, verb) && !fault('audit-policy-verbs-ignored')) return false
  if (resource === undefined) {
    if (resources.length > 0 || namespaces.length > 0) return false
    const isUrl = nonResourceURLs.length === 0 || nonResourceURLs.some((url) => matchesUrl(url, path))
    return isUrl || fault('audit-policy-urls-ignored')
  }
  if (nonResourceURLs.length > 0 && resources.length === 0 && namespaces.length === 0) return false
  if (!one(namespaces, resource.namespace) && !fault('audit-policy-namespaces-ignored')) return false
  const hasFirstGroupFault = resources.length > 1 && fault('audit-policy-first-group-only')
  const used = hasFirstGroupFault ? resources.slice(0, 1) : resources
  return used.length === 0 || used.some((each) => selects(each, resource))
}

/** Defect: no list of a rule has more than two entries. */
function cut(rule: PolicyRule): PolicyRule {
  const short = <T>(value: T): T => {
    if (Array.isArray(value)) return value.slice(0, 2).map((each: unknown) => short(each)) as T
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, short(each as unknown)])) as T
  }
  return short(rule)
}

type Selector = NonNullable<PolicyRule['resources']>[number]
type ResourceAttributes = NonNullable<Attributes['resource']>

function selects({ group = '', resources = [], resourceNames = [] }: Selector, place: ResourceAttributes) {
  const full = place.subresource === '' ? place.resource : `${place.resource}/${place.subresource}`
  if (group !== place.group && !fault('audit-policy-resource-group-ignored')) return false
  const isCovered = resources.length === 0 || resources.some((wanted) => covers(wanted, full))
  if (!isCovered && !fault('audit-policy-resources-ignored')) return false
  const isNamed = resourceNames.length === 0 || resourceNames.includes(place.name)
  return isNamed || fault('audit-policy-resource-names-ignored')
}

function covers(wanted: string, full: string): boolean {
  if (wanted === full) return true
  const [resource = '', subresource] = full.split('/')
  if (wanted === resource) return fault('audit-policy-subresources-included')
  const isWild = ['*', `${resource}/*`, ...(subresource === undefined ? [] : [`*/${subresource}`])].includes(
    wanted,
  )
  return isWild && !fault('audit-policy-resource-wildcards-literal')
}

function matchesUrl(pattern: string, path: string): boolean {
  if (pattern === path) return true
  const isBelow = pattern.endsWith('*') && path.startsWith(pattern.slice(0, -1))
  return isBelow && !fault('audit-policy-url-wildcards-literal')
}
