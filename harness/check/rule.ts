import { describe, test as vitestTest } from 'vitest'
import { checkId, type ExcludedRule, type JudgedBy, type PlannedCheck, type Rule } from '../catalogue.ts'
import type { OpenValue } from '../dialect/dialect.ts'
import { HarnessError } from '../errors.ts'
import { unhurried } from '../time.ts'
import { usualProfile, usualProgram } from '../profiles.ts'
import {
  caseOf,
  Claims,
  type Claiming,
  type ClaimingAll,
  formerly,
  type Seeing,
  seeing,
  type ValueOf,
} from './claims.ts'
import type { CheckContext } from './context.ts'
import { checkLimitMs } from './context.ts'
import { type CompiledPlace, declaredAt } from './declared-at.ts'
import { graceMs, runCheck } from './run.ts'

export type { Cases } from './claims.ts'
export { caseOf, formerly, seeing }

/** How a rule is judged, beside what it says. */
export interface Judging {
  /** The id of the accepted check that its refusals count on, when no check of the rule itself accepts. */
  readonly twin?: string
  /** Its checks share nothing, so they may run beside each other and beside those of the next such rule. */
  readonly overlaps?: boolean
  /** A value that the documents leave open and every check needs; without it they are not applicable. */
  readonly open?: OpenValue
  /** How long each of its checks may take, when that is longer than usual. */
  readonly limitMs?: number
  /** Its checks mostly wait for time to pass, so something else should run beside them. */
  readonly waits?: true
}

type Derived = 'program' | 'profile' | 'judgedBy'

/**
 * A rule as a suite states it. What is left out follows from where it stands: its program is the one that its document
 * is about, and what it is judged by follows from its level and its checks.
 */
type Stated<R extends Rule | ExcludedRule> = Omit<R, Derived> & Partial<Pick<R, Derived>>

function placeOf(stated: Stated<Rule | ExcludedRule>): Pick<Rule, 'program' | 'profile'> {
  const program = stated.program ?? usualProgram(stated.source)
  return { program, profile: stated.profile ?? usualProfile(stated.source, program) }
}

type Body<T> = (value: T, check: CheckContext) => Promise<void>

interface Declaring {
  readonly rule: Writable<Rule>
  readonly judging: Judging
  readonly ruleAt: CompiledPlace | undefined
  firstAccepted?: string
  readonly ids: Set<string>
  readonly titles: string[]
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] }

let declaring: Declaring | undefined
let isInTurn = false

/**
 * Declares a rule and its checks. In a rule whose checks begin with an accepted case, every check whose title
 * begins with "refuses" counts only if that case was accepted in the same run.
 */
export function rule(stated: Stated<Rule> & Judging, body: () => void): void {
  const { twin, overlaps, open, limitMs, waits, ...bare } = stated
  const ruleAt = declaredAt()
  // What it is judged by may follow from its checks, and is read when the whole file is declared.
  const rule: Writable<Rule> = { ...bare, ...placeOf(bare), judgedBy: bare.judgedBy ?? 'behaviour' }
  const judging: Judging = {
    ...(twin && { twin }),
    ...(overlaps && { overlaps }),
    ...(open && { open }),
    ...(limitMs && { limitMs }),
    ...(waits && { waits }),
  }
  // Only groups that are concurrent themselves run beside the next such group.
  const group = overlaps ? describe.concurrent : isInTurn ? describe.sequential : describe
  group(rule.id, () => {
    declaring = { rule, judging, ruleAt, ids: new Set(), titles: [] }
    try {
      body()
      if (rule.says === '')
        throw new HarnessError(
          'harness-fault',
          `The rule ${rule.id} states nothing: begin it with says('…').`,
        )
      rule.judgedBy = bare.judgedBy ?? judgedBy(declaring)
    } finally {
      declaring = undefined
    }
  })
}

/** What the rule around it states, in our words. */
export function says(sentence: string): void {
  if (declaring === undefined) throw new HarnessError('harness-fault', `"${sentence}" is outside any rule.`)
  declaring.rule.says = sentence
}

/** What a rule that does not say it is judged by. */
function judgedBy({ rule, judging, titles }: Declaring): JudgedBy {
  if (rule.level === 'UNSPECIFIED') return 'observation'
  // Checks that share nothing start a program each: where they refuse, it is the start that is refused.
  const startsOnly = titles.every((title) => /^(accepts|refuses)\b/.test(title))
  const refuses = titles.some((title) => title.startsWith('refuses'))
  return judging.overlaps && startsOnly && refuses ? 'refusal' : 'behaviour'
}

/** Declares rules whose checks run one after the other, and that as a whole run beside overlapping rules around them. */
export function inTurn(rules: () => void): void {
  describe.concurrent('in turn', () => {
    isInTurn = true
    try {
      rules()
    } finally {
      isInTurn = false
    }
  })
}

/** Declares a row or sentence that no check covers. */
export function excluded(
  rule: Omit<Stated<ExcludedRule>, 'level'> & Partial<Pick<ExcludedRule, 'level'>>,
): void {
  const whole: ExcludedRule = {
    level: 'UNSPECIFIED',
    ...rule,
    ...placeOf({ level: 'UNSPECIFIED', ...rule }),
    judgedBy: 'excluded',
  }
  const ruleAt = declaredAt()
  describe(rule.id, () => {
    vitestTest.todo('is not checked', { meta: { rule: whole, ...(ruleAt && { ruleAt }) } })
  })
}

/** The title of a check; one that was changed names the one before, which its id keeps. */
export type Title = string | { readonly title: string; readonly id: string }

interface Test {
  (title: Title, body: (check: CheckContext) => Promise<void>): Claiming
  /** One check per entry; `%s` in the title becomes the entry's name. What it sees, each of them sees. */
  for<Case>(
    cases: Readonly<Record<string, Case>>,
  ): (title: Title, body: Body<ValueOf<Case>>) => ClaimingAll<ValueOf<Case>>
}

/** Declares one check of the rule around it. */
export const test: Test = Object.assign(
  (title: Title, body: (check: CheckContext) => Promise<void>) => declare(titled(title), body),
  {
    for:
      <Case>(cases: Readonly<Record<string, Case>>) =>
      (title: Title, body: Body<ValueOf<Case>>): ClaimingAll<ValueOf<Case>> => {
        const all = Object.entries(cases).map(([name, one]) => {
          const { faults, value, id } = caseOf(one) as Seeing<ValueOf<Case>>
          const claims = declare(titled(title, name, id), (check) => body(value, check))
          claims.sees(...faults)
          return { name, value, claims }
        })
        return {
          sees: (...faults) => {
            for (const { name, value, claims } of all)
              for (const fault of faults) {
                const named = typeof fault === 'string' ? fault : (fault(value, name) ?? [])
                claims.sees(...[named].flat())
              }
          },
        }
      },
  },
)

/** A title with what its id is made of; `%s` becomes the name of the entry, in the id that which it had first. */
function titled(given: Title, name = '%s', firstName = name): Exclude<Title, string> {
  const { title, id } = typeof given === 'string' ? { title: given, id: given } : given
  return { title: title.replace('%s', name), id: id.replace('%s', firstName) }
}

function declare(
  { title, id: named }: Exclude<Title, string>,
  body: (check: CheckContext) => Promise<void>,
): Claims {
  if (declaring === undefined)
    throw new HarnessError('harness-fault', `The check "${title}" is outside any rule.`)
  const { rule, judging, ruleAt, ids } = declaring
  const checkAt = declaredAt()
  const id = checkId(rule.id, named)
  if (ids.has(id)) throw new HarnessError('harness-fault', `Two checks of one rule have the id ${id}.`)
  ids.add(id)
  declaring.titles.push(title)
  const twin = twinOf(declaring, title, id)
  const check: PlannedCheck = { id, rule: rule.id, title, ...(twin && { twin }) }
  const { overlaps = false, open, waits } = judging
  const limitMs = unhurried(judging.limitMs ?? checkLimitMs)
  // What a check sees is said after it, so the list still grows; it is read when the whole file is declared.
  const claims = new Claims(id)
  const options = {
    meta: {
      rule,
      check,
      sees: claims.faults,
      ...(ruleAt && { ruleAt }),
      ...(checkAt && { checkAt }),
      ...(judging.limitMs && { limitMs }),
      ...(waits && { waits }),
    },
    concurrent: overlaps,
    timeout: limitMs + graceMs,
  }
  vitestTest(title, options, (context) =>
    runCheck({ rule, check, body: open === undefined ? body : needing(open, body), limitMs }, context),
  )
  return claims
}

function needing(value: OpenValue, body: (check: CheckContext) => Promise<void>): typeof body {
  return (check) => {
    check.open(value)
    return body(check)
  }
}

function twinOf(around: Declaring, title: string, id: string): string | undefined {
  if (!title.startsWith('refuses')) {
    around.firstAccepted ??= id
    return undefined
  }
  const twin = around.judging.twin ?? around.firstAccepted
  if (twin === undefined) {
    throw new HarnessError(
      'harness-fault',
      `${id} is a refusal without an accepted twin: begin the rule with one, or name it.`,
    )
  }
  return twin
}
