import type { RunCheck, RunResult, RunRule } from './run-schema.ts'

/** Finds the context of a check. */
export interface Lookup {
  rule(id: string): Pick<RunRule, 'says' | 'level' | 'source' | 'declaredAt'> | undefined
  check(id: string): RunCheck | undefined
}

/** Returns a lookup in the result of a run. */
export function lookupOf({ rules, checks }: Pick<RunResult, 'rules' | 'checks'>): Lookup {
  const ruleOf = new Map(rules.map((rule) => [rule.id, rule]))
  const checkOf = new Map(checks.map((check) => [check.id, check]))
  return { rule: (id) => ruleOf.get(id), check: (id) => checkOf.get(id) }
}
