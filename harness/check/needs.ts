import type { Capability } from '../capabilities.ts'
import type { Rule } from '../catalogue.ts'
import type { Dialect, OpenValue } from '../dialect/dialect.ts'
import { needsSettableFlag } from '../dialect/version-differences.ts'
import { HarnessError } from '../errors.ts'
import { type HostAbility, hasAbility, hostAbilities } from '../machine/abilities.ts'
import { hasCapability } from '../target/capabilities.ts'
import type { Target } from '../target/target.ts'

/** Ends the check as not applicable if the target lacks a feature that the documents do not promise. */
export function needsCapability(target: Target, capability: Capability): void {
  if (!hasCapability(target, capability))
    throw notApplicableError(`the capability ${capability}, which the target does not have`)
}

/** Ends the check as not applicable if this machine lacks an ability that the check needs. */
export function needsAbility(ability: HostAbility): void {
  if (!hasAbility(ability))
    throw notApplicableError(`${hostAbilities[ability]} on the test host (${ability})`)
}

/**
 * Returns the dialect's value for a choice that the documents leave open. Without a value the check is not applicable.
 */
export function needsValue({ open }: Dialect, value: OpenValue): string {
  const openValue = open[value]
  if (openValue === undefined)
    throw notApplicableError(`a value for ${value}, which the dialect does not define`)
  return openValue
}

/**
 * Ends the check as not applicable if its rule is about a flag that the target's command sets itself. The row of the
 * rule names the flag, or the id of the rule if another table has the default.
 */
export function needsFlagsOf(dialect: Dialect, { id, program, source }: Rule): void {
  const [, named] = /(?:^|\.)flag\.([\w-]+)/.exec(id) ?? []
  if (named !== undefined) needsSettableFlag(dialect, program, `--${named}`)
  const [row, ...more] = source.rows
  if (row !== undefined && more.length === 0) needsSettableFlag(dialect, program, row)
}

function notApplicableError(what: string): HarnessError {
  return new HarnessError('not-applicable', `Requires ${what}.`)
}
