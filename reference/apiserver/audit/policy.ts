import * as is from '../../config/decode.ts'
import { Problems } from '../../config/problems.ts'
import { readDocument } from '../../config/read-document.ts'
import type { Attributes } from '../authorization/authorizer.ts'
import type { ServerQuirks } from '../faults.ts'

/** How much an event holds, least first. */
export const levels = ['None', 'Metadata', 'Request', 'RequestResponse'] as const
export type Level = (typeof levels)[number]

/** A moment of a request of which there may be an event. */
export type Stage = 'RequestReceived' | 'ResponseStarted' | 'ResponseComplete'

/** What is to be recorded of a request. */
export interface Recording {
  readonly level: Level
  readonly omitStages: readonly string[]
}

const names = is.list(is.string())
const rule = is.object({
  level: is.string(),
  users: names,
  userGroups: names,
  verbs: names,
  resources: is.list(is.object({ group: is.string(), resources: names, resourceNames: names })),
  namespaces: names,
  nonResourceURLs: names,
  omitStages: names,
  omitManagedFields: is.boolean(),
})
const policy = is.object({
  apiVersion: is.string(),
  kind: is.string(),
  metadata: is.raw(),
  rules: is.list(rule),
  omitStages: names,
  omitManagedFields: is.boolean(),
})
type Rule = NonNullable<is.Decoded<typeof rule>>

/** Reads the policy file; the first rule that matches decides. Without a file everything is recorded as metadata. */
export function auditPolicy(
  file: string | undefined,
  quirks: ServerQuirks,
): (attributes: Attributes) => Recording {
  if (file === undefined) return () => ({ level: 'Metadata', omitStages: [] })
  const problems = new Problems(quirks)
  const read = policy(readDocument(file, quirks), '', { problems, quirks })
  const rules = read?.rules ?? []
  if (read?.kind !== 'Policy') problems.add('kind', 'must be Policy')
  if (read?.apiVersion !== 'audit.orch.io/v1') problems.add('apiVersion', 'must be audit.orch.io/v1')
  if (rules.length === 0) problems.add('rules', 'required')
  for (const [at, { level }] of rules.entries()) {
    if (!isLevel(level)) problems.add(`rules[${at}].level`, `must be one of ${levels.join(', ')}`)
  }
  problems.refuse(file, { lastFirst: false })
  return (attributes) => {
    const found = rules.find((each) => matches(each, attributes))
    const omitStages = [...(read?.omitStages ?? []), ...(found?.omitStages ?? [])]
    return { level: isLevel(found?.level) ? found.level : 'None', omitStages }
  }
}

function isLevel(text: string | undefined): text is Level {
  return levels.some((level) => level === text)
}

function matches(rule: Rule, { user, verb, path, resource }: Attributes): boolean {
  const {
    users = [],
    userGroups = [],
    verbs = [],
    resources = [],
    namespaces = [],
    nonResourceURLs = [],
  } = rule
  const one = (list: readonly string[], value: string) => list.length === 0 || list.includes(value)
  if (!one(users, user.username) || !one(verbs, verb)) return false
  if (userGroups.length > 0 && !userGroups.some((group) => user.groups.includes(group))) return false
  if (resource === undefined) {
    if (resources.length > 0 || namespaces.length > 0) return false
    return nonResourceURLs.length === 0 || nonResourceURLs.some((url) => matchesUrl(url, path))
  }
  if (nonResourceURLs.length > 0) return false
  const { group, namespace, name, subresource } = resource
  const full = subresource === '' ? resource.resource : `${resource.resource}/${subresource}`
  const isOne = (each: NonNullable<Rule['resources']>[number]) =>
    (each.group ?? '') === group &&
    ((each.resources ?? []).length === 0 || (each.resources ?? []).some((wanted) => covers(wanted, full))) &&
    one(each.resourceNames ?? [], name)
  return one(namespaces, namespace) && (resources.length === 0 || resources.some(isOne))
}

function covers(wanted: string, full: string): boolean {
  const [resource = '', subresource] = full.split('/')
  return [full, '*', `${resource}/*`, subresource === undefined ? '*' : `*/${subresource}`].includes(wanted)
}

function matchesUrl(pattern: string, path: string): boolean {
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern
}
