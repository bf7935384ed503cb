import type { CheckEvent } from '../events.ts'
import type { Role } from '../roles.ts'
import { isExcluded, type PlannedCheck, type Rule } from '../catalogue.ts'
import type { Catalogue } from '../engine/plan.ts'
import { faultsOf } from '../engine/proof.ts'

/** A deliberate defect of the reference, as it lists them itself. */
export interface Fault {
  /** What matrices and command lines call it: its name, and the program in front where that is no API server. */
  readonly id: string
  /** The program that has it. */
  readonly program: Role
  /** Its name there. */
  readonly name: string
  readonly summary: string
}

/** How a fault of a program is called where several programs have some. */
export function faultId(program: Role, name: string): string {
  return program === 'apiserver' ? name : `${program}.${name}`
}

/** What one fault did to the checks. */
export interface MatrixRow {
  readonly fault: string
  readonly summary: string
  /** Checks that claim to see it. */
  readonly claimed: readonly string[]
  /** Checks that it broke. */
  readonly broken: readonly string[]
  /** Checks that could not look, because their server did not start or did not stay, or something came before they could. */
  readonly lost: number
  /** Checks that ended otherwise than held, and that no server's end or lost precondition explains. */
  readonly disturbed: readonly string[]
  /** How many checks ran. */
  readonly ran: number
  readonly exact: boolean
}

/** The kill matrix: every fault, and what no fault shows. */
export interface Matrix {
  readonly rows: readonly MatrixRow[]
  /** Rules that no fault is claimed to break. */
  readonly rulesWithout: readonly string[]
  /** Checks that no fault broke. */
  readonly checksWithout: readonly string[]
  /** Claims of faults that the reference does not have. */
  readonly unknownFaults: readonly string[]
}

/** The checks that claim each fault; of some rules only, when they are named. */
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

/** Judges what ran under one fault. */
export function rowOf(fault: Fault, claimed: readonly string[], checks: readonly CheckEvent[]): MatrixRow {
  // A fault may keep servers from starting at all, or be in the way of what comes before the step that is judged. The
  // checks that claim it say so; all others that need such a server or step say nothing about it.
  const gone = checks.filter(({ verdict, refusedStart, assertions }) => {
    const isJudged = assertions.some(({ passed }) => !passed)
    return verdict === 'crashed' || (refusedStart === true && !isJudged)
  })
  const untold = checks.filter((check) => check.verdict === 'untestable')
  const broken = checks
    .filter((check) => ['broken', 'warned'].includes(check.verdict) && !gone.includes(check))
    .concat(gone.filter((check) => claimed.includes(check.id)))
    .map((check) => check.id)
  const fine = new Set(['held', 'observed', 'not-applicable', 'broken', 'warned', 'crashed', 'untestable'])
  const disturbed = checks
    .filter((check) => !fine.has(check.verdict))
    .map((check) => `${check.id} (${check.verdict})`)
  const same = broken.length === claimed.length && broken.every((id) => claimed.includes(id))
  return {
    fault: fault.id,
    summary: fault.summary,
    claimed,
    broken,
    lost: [...gone, ...untold].filter((check) => !claimed.includes(check.id)).length,
    disturbed,
    ran: checks.length,
    exact: same && broken.length > 0 && disturbed.length === 0,
  }
}

/** Whether a fault changed anything: a check that no server came up for, or that ended otherwise, shows it too. */
export function isSeen({
  broken,
  lost,
  disturbed,
}: Pick<MatrixRow, 'broken' | 'lost' | 'disturbed'>): boolean {
  return broken.length + lost + disturbed.length > 0
}

/** The matrix of the checks asked for; `complete` says whether every fault of its rules was tried, so that gaps mean something. */
export function matrixOf(
  catalogue: Catalogue,
  selected: readonly PlannedCheck[],
  rows: readonly MatrixRow[],
  faults: readonly Fault[],
  complete: boolean,
): Matrix {
  const claims = claimsOf(catalogue)
  const names = new Set(faults.map((fault) => fault.id))
  const killed = new Set(rows.flatMap((row) => row.broken))
  const claimedRules = new Set([...claims.values()].flat().map((id) => catalogue.checks.get(id)?.rule))
  const ids = new Set(selected.map((check) => check.rule))
  const rules = [...catalogue.rules.values()].filter(
    (rule): rule is Rule => ids.has(rule.id) && !isExcluded(rule),
  )
  const judged = rules.filter((rule) => rule.level !== 'UNSPECIFIED')
  const documented = new Set(judged.map((rule) => rule.id))
  return {
    rows,
    rulesWithout: complete ? judged.filter((rule) => !claimedRules.has(rule.id)).map((rule) => rule.id) : [],
    checksWithout: complete
      ? selected
          .filter((check) => documented.has(check.rule) && !killed.has(check.id))
          .map((check) => check.id)
      : [],
    unknownFaults: [...claimsOf(catalogue, ids).keys()].filter((fault) => !names.has(fault)),
  }
}

/** Whether every fault broke what claims it and nothing else, and no rule or check is without one. */
export function isPerfect(matrix: Matrix): boolean {
  return (
    matrix.rows.every((row) => row.exact) &&
    matrix.rulesWithout.length === 0 &&
    matrix.checksWithout.length === 0 &&
    matrix.unknownFaults.length === 0
  )
}

/** One row for people: a line, and one for each check that is not as claimed. */
export function rowText(row: MatrixRow): string {
  const head = `${row.exact ? 'ok  ' : 'FAIL'} ${row.fault}: ${row.broken.length} broken of ${row.claimed.length} claimed, ${row.ran} ran${row.lost === 0 ? '' : `, ${row.lost} without a verdict`}`
  if (row.exact) return head
  const missed = row.claimed.filter((id) => !row.broken.includes(id)).map((id) => `     not broken: ${id}`)
  const extra = row.broken.filter((id) => !row.claimed.includes(id)).map((id) => `     not claimed: ${id}`)
  return [head, ...missed, ...extra, ...row.disturbed.map((id) => `     disturbed: ${id}`)].join('\n')
}

/** The matrix for people. */
export function matrixText(matrix: Matrix): string {
  const exact = matrix.rows.filter((row) => row.exact).length
  return [
    ...matrix.rows.map(rowText),
    ...matrix.rulesWithout.map((id) => `FAIL rule without a fault: ${id}`),
    ...matrix.checksWithout.map((id) => `FAIL check that no fault breaks: ${id}`),
    ...matrix.unknownFaults.map((name) => `FAIL claimed fault that the reference does not have: ${name}`),
    `${exact} of ${matrix.rows.length} faults break exactly the checks that claim them.`,
    '',
  ].join('\n')
}
