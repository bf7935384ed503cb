import * as is from '../../config/decode.ts'
import { Problems } from '../../config/problems.ts'
import { readDocument } from '../../config/read-document.ts'
import { Refusal } from '../../flags/refusal.ts'
import { fault } from '../../quirks/quirks.ts'

/** Levels of detail of an event, least first. */
export const levels = ['None', 'Metadata', 'Request', 'RequestResponse'] as const
export type Level = (typeof levels)[number]

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
  metadata: is.rawMapping(),
  rules: is.list(rule),
  omitStages: names,
  omitManagedFields: is.boolean(),
})

/** Rule that matches requests and sets the level of their events. */
export type PolicyRule = NonNullable<is.Decoded<typeof rule>>
/** Content of a policy file. */
export type Policy = NonNullable<is.Decoded<typeof policy>>

/** Reports whether a string is the name of a level. */
export function isLevel(text: string | undefined): text is Level {
  return levels.some((level) => level === text)
}

/** Reads a policy file. Throws a Refusal for an invalid file. */
export function readPolicy(file: string): Policy | undefined {
  try {
    return readChecked(file)
  } catch (thrown) {
    if (thrown instanceof Refusal && fault('audit-policy-unusable-accepted')) return undefined
    throw thrown
  }
}

function readChecked(file: string): Policy | undefined {
  const problems = new Problems()
  const parsedPolicy = policy(readDocument(file), '', problems)
  const rules = parsedPolicy?.rules ?? []
  if (parsedPolicy?.kind !== 'Policy') problems.add('kind', 'must be Policy')
  if (parsedPolicy?.apiVersion !== 'audit.orch.io/v1') problems.add('apiVersion', 'must be audit.orch.io/v1')
  problems.require(rules.length > 0, 'rules', 'required', 'audit-policy-without-rules-accepted')
  for (const [ruleIndex, { level }] of rules.entries()) {
    const message = `must be one of ${levels.join(', ')}`
    problems.require(isLevel(level), `rules[${ruleIndex}].level`, message, 'audit-policy-level-unchecked')
  }
  problems.refuse(file, { lastFirst: false })
  return parsedPolicy
}
