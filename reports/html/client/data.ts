import { checkId } from '#harness/catalogue.ts'
import type { PageCheck, PageData } from '../data.ts'
import { byId } from './dom.ts'

/** Check of the page. */
export interface KnownCheck extends PageCheck {
  readonly id: string
  readonly rule: string
  /** Script that contains its evidence. */
  readonly script: string
}

const data = JSON.parse(byId('data', HTMLScriptElement).text) as PageData

/** Checks of each rule, in the order of the page. */
export const checksByRule: ReadonlyMap<string, readonly KnownCheck[]> = new Map(
  data.rules.map(({ id: rule, script, checks }) => [
    rule,
    checks.map((check) => ({ id: checkId(rule, check.title), ...check, rule, script })),
  ]),
)

/** Failures in the order of their list. */
export const failures: readonly string[] = ((checks) =>
  data.failures.flatMap((place) => checks[place]?.id ?? []))([...checksByRule.values()].flat())

/** All checks by id, in the order of the page. */
export const checksById: ReadonlyMap<string, KnownCheck> = new Map(
  [...checksByRule.values()].flat().map((check) => [check.id, check]),
)
