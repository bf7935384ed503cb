import { auditPolicy, evaluate, type PolicyRule, type ExpectedRecord } from '../../shared/audit/policy.ts'
import {
  eventText,
  type RecordedObjects,
  createsConfigMap,
  type PolicyCase,
  type Request,
  stages,
  users,
} from './model.ts'

/**
 * Returns the recorded events of each request of a case, in the order of stages.
 * @param hasObjects true if events of created objects include their content
 */
export function expectedRecords(
  { whole: settings, rules, requests }: PolicyCase,
  { hasObjects }: { readonly hasObjects: boolean },
): readonly (readonly string[])[] {
  const policy = auditPolicy(rules, settings)
  return requests.map((request) => {
    const expectedRecord = evaluate(policy, {
      user: { name: request.user, groups: users[request.user] ?? [] },
      verb: request.verb,
      path: pathOf(request),
      ...(request.resource && { resource: request.resource }),
    })
    if (expectedRecord.level === 'None') return []
    const recordedObjects =
      hasObjects && createsConfigMap(request) ? objectsRecordedAt(expectedRecord) : undefined
    return stages
      .filter((stage) => !expectedRecord.omitStages.includes(stage))
      .map((stage) =>
        eventText(stage, expectedRecord.level, stage === 'ResponseComplete' ? recordedObjects : undefined),
      )
  })
}

/**
 * Returns the content of the last event of a created object: none for Metadata, the request for Request, and both for
 * the last level.
 */
function objectsRecordedAt({
  level,
  omitManagedFields,
}: Pick<ExpectedRecord, 'level' | 'omitManagedFields'>): RecordedObjects {
  if (level !== 'Request' && level !== 'RequestResponse') return { sent: 'nothing', answered: false }
  return {
    sent: omitManagedFields ? 'all but managed fields' : 'all',
    answered: level === 'RequestResponse',
  }
}

/** Returns the path of a request, without a query. */
export function pathOf({ path, resource }: Request): string {
  if (resource === undefined) return path ?? '/'
  const { group, namespace, resource: plural, subresource, name } = resource
  const root = group === '' ? '/api/v1' : `/apis/${group}/v1`
  const namespacePath = namespace === '' ? '' : `/namespaces/${namespace}`
  return [`${root}${namespacePath}/${plural}`, name, subresource].filter((part) => part !== '').join('/')
}

/**
 * Returns the rules with a prefix before the names of users and groups. All users of a case belong to the group with
 * that prefix.
 */
export function rulesOfCase(rules: readonly PolicyRule[], mark: string): PolicyRule[] {
  return rules.map((rule) => {
    const withMark = (names: readonly string[] | undefined) => names?.map((name) => `${mark}${name}`)
    const [its, groups] = [withMark(rule.users), withMark(rule.userGroups)]
    const markedGroup = its === undefined && groups === undefined && { userGroups: [mark] }
    return { ...rule, ...(its && { users: its }), ...(groups && { userGroups: groups }), ...markedGroup }
  })
}
