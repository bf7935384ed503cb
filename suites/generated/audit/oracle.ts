import { type AuditPolicy, evaluate, type PolicyRule } from '../../shared/audit/policy.ts'
import { type PolicyCase, type Request, stages, users } from './model.ts'

/** What is recorded of each request of a case: `stage level`, in the order of stages. */
export function recorded(
  { rules, requests }: PolicyCase,
  omitStages: NonNullable<AuditPolicy['omitStages']> = [],
): readonly (readonly string[])[] {
  const policy: AuditPolicy = { apiVersion: 'audit.orch.io/v1', kind: 'Policy', rules, omitStages }
  return requests.map((request) => {
    const wanted = evaluate(policy, {
      user: { name: request.user, groups: users[request.user] ?? [] },
      verb: request.verb,
      path: pathOf(request),
      ...(request.resource && { resource: request.resource }),
    })
    if (wanted.level === 'None') return []
    return stages
      .filter((stage) => !wanted.omitStages.includes(stage))
      .map((stage) => `${stage} ${wanted.level}`)
  })
}

/** The path of a request, without a query. */
export function pathOf({ path, resource }: Request): string {
  if (resource === undefined) return path ?? '/'
  const { group, namespace, resource: plural, subresource, name } = resource
  const root = group === '' ? '/api/v1' : `/apis/${group}/v1`
  const within = namespace === '' ? '' : `/namespaces/${namespace}`
  return [`${root}${within}/${plural}`, name, subresource].filter((part) => part !== '').join('/')
}

/** The rules for users whose names and groups begin with something, and who all belong to that group. */
export function ownRules(rules: readonly PolicyRule[], mark: string): PolicyRule[] {
  return rules.map((rule) => {
    const own = (names: readonly string[] | undefined) => names?.map((name) => `${mark}${name}`)
    const [its, groups] = [own(rule.users), own(rule.userGroups)]
    const all = its === undefined && groups === undefined && { userGroups: [mark] }
    return { ...rule, ...(its && { users: its }), ...(groups && { userGroups: groups }), ...all }
  })
}
