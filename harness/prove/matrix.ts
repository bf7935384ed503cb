import type { CheckEvent } from '../events.ts'
import type { Role } from '../roles.ts'
import { isExcluded, type PlannedCheck, type Rule } from '../catalogue.ts'
import type { Catalogue } from '../engine/plan.ts'
import { faultsOf } from '../engine/proof.ts'

/** A deliberate defect of the reference, as the reference lists it. */
export interface Fault {
  /**
   * Id in matrices and on command lines: the name, prefixed by the program if that is not the API server.
   */
  readonly id: string
  /** Program with the fault. */
  readonly program: Role
  /** Name of the fault in that program. */
  readonly name: string
  readonly summary: string
}

/** Returns the id of a fault, which is unique among all programs. */
export function faultId(program: Role, name: string): string {
  return program === 'apiserver' ? name : `${program}.${name}`
}

/** Effect of one fault on the checks. */
export interface MatrixRow {
  readonly fault: string
  readonly summary: string
  /** Checks that claim to detect the fault. */
  readonly claimed: readonly string[]
  /** Checks that failed because of the fault. */
  readonly broken: readonly string[]
  /** Number of checks without a result, because their server did not start or stay up, or an earlier step failed. */
  readonly lost: number
  /** Checks that were not held, although their servers ran and their preconditions were met. */
  readonly disturbed: readonly string[]
  /** Number of checks that ran. */
  readonly ran: number
  readonly exact: boolean
}

/** The kill matrix: every fault, and the gaps. */
export interface Matrix {
  readonly rows: readonly MatrixRow[]
  /** Rules without a claimed fault. */
  readonly rulesWithout: readonly string[]
  /** Checks that no fault broke. */
  readonly checksWithout: readonly string[]
  /** Claims of faults that the reference does not have. */
  readonly unknownFaults: readonly string[]
}

/** Returns the checks that claim each fault; only checks of the given rules, if any are given. */
export function claimsOf(catalogue: Catalogue, rules?: ReadonlySet<string>): Map<string, string[]> {
  const claims = new Map<string, string[]>()
  for (const [id, one] of catalogue.collected) {
    if (rules !== undefined && !rules.has(one.rule.id)) continue
    for (const name of faultsOf(one)) {
      const fault = faultId(one.rule.program, name)
      claims.set(fault, [...(claims.get(fault) ?? []), id])
    }
  }
  return claims
}

/** Returns the row of a fault, from the checks that ran with the fault on. */
export function rowOf(fault: Fault, claimed: readonly string[], checks: readonly CheckEvent[]): MatrixRow {
  // A fault may keep servers from starting at all, or prevent the steps before the tested step. Then the checks that
  // claim the fault detect it. For other checks that need such a server or step, the fault proves nothing.
  const unreachedChecks = checks.filter(({ verdict, refusedStart, assertions }) => {
    const isJudged = assertions.some(({ passed }) => !passed)
    return verdict === 'crashed' || (refusedStart === true && !isJudged)
  })
  const untestableChecks = checks.filter((check) => check.verdict === 'untestable')
  const brokenIds = checks
    .filter((check) => ['broken', 'warned'].includes(check.verdict) && !unreachedChecks.includes(check))
    .concat(unreachedChecks.filter((check) => claimed.includes(check.id)))
    .map((check) => check.id)
  const fineOutcomes = new Set([
    'held',
    'observed',
    'not-applicable',
    'broken',
    'warned',
    'crashed',
    'untestable',
  ])
  const disturbedIds = checks
    .filter((check) => !fineOutcomes.has(check.verdict))
    .map((check) => `${check.id} (${check.verdict})`)
  const isSameSet = brokenIds.length === claimed.length && brokenIds.every((id) => claimed.includes(id))
  return {
    fault: fault.id,
    summary: fault.summary,
    claimed,
    broken: brokenIds,
    lost: [...unreachedChecks, ...untestableChecks].filter((check) => !claimed.includes(check.id)).length,
    disturbed: disturbedIds,
    ran: checks.length,
    exact: isSameSet && brokenIds.length > 0 && disturbedIds.length === 0,
  }
}

/**
 * Reports whether a fault changed anything, including a check whose server did not start or that ended in a different
 * way.
 */
export function isDetected({
  broken,
  lost,
  disturbed,
}: Pick<MatrixRow, 'broken' | 'lost' | 'disturbed'>): boolean {
  return broken.length + lost + disturbed.length > 0
}

/**
 * Returns the matrix of the selected checks; `complete` is true if every fault of its rules was tried, so that gaps are
 * meaningful.
 */
export function matrixOf(
  catalogue: Catalogue,
  selected: readonly PlannedCheck[],
  rows: readonly MatrixRow[],
  faults: readonly Fault[],
  complete: boolean,
): Matrix {
  const claims = claimsOf(catalogue)
  const names = new Set(faults.map((fault) => fault.id))
  const detectedChecks = new Set(rows.flatMap((row) => row.broken))
  const claimedRules = new Set([...claims.values()].flat().map((id) => catalogue.checks.get(id)?.rule))
  const ids = new Set(selected.map((check) => check.rule))
  const rules = [...catalogue.rules.values()].filter(
    (rule): rule is Rule => ids.has(rule.id) && !isExcluded(rule),
  )
  const judgedRules = rules.filter((rule) => rule.level !== 'UNSPECIFIED')
  const documentedIds = new Set(judgedRules.map((rule) => rule.id))
  return {
    rows,
    rulesWithout: complete
      ? judgedRules.filter((rule) => !claimedRules.has(rule.id)).map((rule) => rule.id)
      : [],
    checksWithout: complete
      ? selected
          .filter((check) => documentedIds.has(check.rule) && !detectedChecks.has(check.id))
          .map((check) => check.id)
      : [],
    unknownFaults: [...claimsOf(catalogue, ids).keys()].filter((fault) => !names.has(fault)),
  }
}

/** Reports whether every fault broke exactly the checks that claim it, and no rule or check is without a fault. */
export function isPerfect(matrix: Matrix): boolean {
  return (
    matrix.rows.every((row) => row.exact) &&
    matrix.rulesWithout.length === 0 &&
    matrix.checksWithout.length === 0 &&
    matrix.unknownFaults.length === 0
  )
}

/** Returns one row for people: a line, and a further line for each check that is not as claimed. */
export function rowText(row: MatrixRow): string {
  const heading = `${row.exact ? 'ok  ' : 'FAIL'} ${row.fault}: ${row.broken.length} broken of ${row.claimed.length} claimed, ${row.ran} ran${row.lost === 0 ? '' : `, ${row.lost} without a verdict`}`
  if (row.exact) return heading
  const missedLines = row.claimed
    .filter((id) => !row.broken.includes(id))
    .map((id) => `     not broken: ${id}`)
  const extraLines = row.broken
    .filter((id) => !row.claimed.includes(id))
    .map((id) => `     not claimed: ${id}`)
  return [heading, ...missedLines, ...extraLines, ...row.disturbed.map((id) => `     disturbed: ${id}`)].join(
    '\n',
  )
}

/** Returns the matrix for people. */
export function matrixText(matrix: Matrix): string {
  const exactCount = matrix.rows.filter((row) => row.exact).length
  return [
    ...matrix.rows.map(rowText),
    ...matrix.rulesWithout.map((id) => `FAIL rule without a fault: ${id}`),
    ...matrix.checksWithout.map((id) => `FAIL check that no fault breaks: ${id}`),
    ...matrix.unknownFaults.map((name) => `FAIL claimed fault that the reference does not have: ${name}`),
    `${exactCount} of ${matrix.rows.length} faults break exactly the checks that claim them.`,
    '',
  ].join('\n')
}
