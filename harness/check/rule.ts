import { describe, test as vitestTest } from 'vitest'
import { checkId, type ExcludedRule, type JudgedBy, type PlannedCheck, type Rule } from '../catalogue.ts'
import type { OpenValue } from '../dialect/dialect.ts'
import { HarnessError } from '../errors.ts'
import { withoutPatience } from '../time.ts'
import { defaultProfile, defaultProgram } from '../profiles.ts'
import {
  caseOf,
  Claims,
  type Claim,
  type ClaimAll,
  formerly,
  type SeenCase,
  seeing,
  type ValueOf,
} from './claims.ts'
import type { CheckContext } from './context.ts'
import { checkLimitMs } from './context.ts'
import { type CompiledLocation, declarationLocation } from './declared-at.ts'
import type { CheckOptions } from './judging.ts'
import { graceMs, runCheck } from './run.ts'
import { type CheckKind, type Title, checkTitle, type TitleWithId } from './title.ts'

export type { NamedCases } from './claims.ts'
export type { CheckOptions } from './judging.ts'
export type { Title } from './title.ts'
export { caseOf, formerly, seeing }

type DerivedField = 'program' | 'profile' | 'judgedBy'

/**
 * A rule as stated by a suite. Omitted fields are derived: the program from its document, and the basis of judgement
 * from its level and its checks.
 */
type StatedRule<R extends Rule | ExcludedRule> = Omit<R, DerivedField> & Partial<Pick<R, DerivedField>>

function scopeOf(stated: StatedRule<Rule | ExcludedRule>): Pick<Rule, 'program' | 'profile'> {
  const program = stated.program ?? defaultProgram(stated.source)
  return { program, profile: stated.profile ?? defaultProfile(stated.source, program) }
}

type CheckBody<T> = (value: T, check: CheckContext) => Promise<void>

interface RuleDeclaration {
  readonly rule: Writable<Rule>
  readonly options: CheckOptions
  readonly ruleLocation: CompiledLocation | undefined
  firstAccepted?: string
  readonly ids: Set<string>
  readonly kinds: CheckKind[]
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] }

let currentDeclaration: RuleDeclaration | undefined
let isSequential = false

/**
 * Declares a rule and its checks. A check declared by `refuses` is valid only if its control check was accepted in the
 * same run: the first check of the rule that is not a refusal, or the one that `twin` names.
 */
export function rule(stated: StatedRule<Rule> & CheckOptions, body: () => void): void {
  const { twin, overlaps, open, limitMs, waits, ...bare } = stated
  const ruleLocation = declarationLocation()
  // The basis of judgement may depend on the rule's checks, and is read when the whole file is declared.
  const rule: Writable<Rule> = { ...bare, ...scopeOf(bare), judgedBy: bare.judgedBy ?? 'behaviour' }
  const checkOptions: CheckOptions = {
    ...(twin && { twin }),
    ...(overlaps && { overlaps }),
    ...(open && { open }),
    ...(limitMs && { limitMs }),
    ...(waits && { waits }),
  }
  // vitest runs a group in parallel with the next group only if both are concurrent.
  const group = overlaps ? describe.concurrent : isSequential ? describe.sequential : describe
  group(rule.id, () => {
    currentDeclaration = { rule, options: checkOptions, ruleLocation, ids: new Set(), kinds: [] }
    try {
      body()
      if (rule.says === '')
        throw new HarnessError(
          'harness-fault',
          `The rule ${rule.id} states nothing: begin it with says('…').`,
        )
      rule.judgedBy = bare.judgedBy ?? judgedBy(currentDeclaration)
    } finally {
      currentDeclaration = undefined
    }
  })
}

/** Sets the statement of the enclosing rule, in our words. */
export function says(sentence: string): void {
  if (currentDeclaration === undefined)
    throw new HarnessError('harness-fault', `"${sentence}" is outside any rule.`)
  currentDeclaration.rule.says = sentence
}

/** Returns the basis of judgement of a rule that does not state it. */
function judgedBy({ rule, options, kinds }: RuleDeclaration): JudgedBy {
  if (rule.level === 'UNSPECIFIED') return 'observation'
  // Checks that share nothing start a separate program each. Their refusals are refused starts.
  const isStartOnly = kinds.every((kind) => kind !== 'test')
  return options.overlaps && isStartOnly && kinds.includes('refuses') ? 'refusal' : 'behaviour'
}

/**
 * Declares rules whose checks run one after the other, while the group runs in parallel with overlapping rules around
 * it.
 * @param rules function that declares the rules, or imports the suites of a group
 */
export function declareSequentially(rules: () => void | Promise<void>): void {
  describe.concurrent('in turn', async () => {
    isSequential = true
    try {
      await rules()
    } finally {
      isSequential = false
    }
  })
}

/** Declares a row or sentence that no check covers. */
export function excluded(
  rule: Omit<StatedRule<ExcludedRule>, 'level'> & Partial<Pick<ExcludedRule, 'level'>>,
): void {
  const excludedRule: ExcludedRule = {
    level: 'UNSPECIFIED',
    ...rule,
    ...scopeOf({ level: 'UNSPECIFIED', ...rule }),
    judgedBy: 'excluded',
  }
  const ruleLocation = declarationLocation()
  describe(rule.id, () => {
    vitestTest.todo('is not checked', {
      meta: { rule: excludedRule, ...(ruleLocation && { ruleLocation }) },
    })
  })
}

interface Test {
  (title: Title, body: (check: CheckContext) => Promise<void>): Claim
  /**
   * Declares one check per entry; `%s` in the title is replaced by the entry's name. Claimed faults apply to each
   * check.
   */
  for<Case>(
    cases: Readonly<Record<string, Case>>,
  ): (title: Title, body: CheckBody<ValueOf<Case>>) => ClaimAll<ValueOf<Case>>
}

/** Declares one check of the enclosing rule. */
export const test = testOfKind('test')

/** Declares a check that something is accepted. Its title, and so its id, completes "accepts". */
export const accepts = testOfKind('accepts')

/**
 * Declares a check that something is refused. Its title, and so its id, completes "refuses". The check is valid only
 * together with its control check.
 */
export const refuses = testOfKind('refuses')

function testOfKind(kind: CheckKind): Test {
  const declareCheck = (title: Title, body: (check: CheckContext) => Promise<void>): Claims =>
    declare(kind, checkTitle(kind, title), body)
  return Object.assign(declareCheck, {
    for:
      <Case>(cases: Readonly<Record<string, Case>>) =>
      (title: Title, body: CheckBody<ValueOf<Case>>): ClaimAll<ValueOf<Case>> => {
        const declaredClaims = Object.entries(cases).map(([name, entry]) => {
          const { faults, value, id } = caseOf(entry) as SeenCase<ValueOf<Case>>
          const claims = declare(kind, checkTitle(kind, title, name, id), (check) => body(value, check))
          claims.sees(...faults)
          return { name, value, claims }
        })
        return {
          sees: (...faults) => {
            for (const { name, value, claims } of declaredClaims)
              for (const fault of faults) {
                const faultNames = typeof fault === 'string' ? fault : (fault(value, name) ?? [])
                claims.sees(...[faultNames].flat())
              }
          },
        }
      },
  })
}

function declare(
  kind: CheckKind,
  { title, id: named }: TitleWithId,
  body: (check: CheckContext) => Promise<void>,
): Claims {
  if (currentDeclaration === undefined)
    throw new HarnessError('harness-fault', `The check "${title}" is outside any rule.`)
  const { rule, options: checkOptions, ruleLocation, ids } = currentDeclaration
  const checkLocation = declarationLocation()
  const id = checkId(rule.id, named)
  if (ids.has(id)) throw new HarnessError('harness-fault', `Two checks of one rule have the id ${id}.`)
  ids.add(id)
  currentDeclaration.kinds.push(kind)
  const twin = controlOf(currentDeclaration, kind, id)
  const check: PlannedCheck = { id, rule: rule.id, title, ...(twin && { twin }) }
  const { overlaps = false, open, waits } = checkOptions
  const limitMs = withoutPatience(checkOptions.limitMs ?? checkLimitMs)
  // The claimed faults are added after the declaration. The list is read when the whole file is declared.
  const claims = new Claims(id)
  const options = {
    meta: {
      rule,
      check,
      claimedFaults: claims.faults,
      ...(ruleLocation && { ruleLocation }),
      ...(checkLocation && { checkLocation }),
      ...(checkOptions.limitMs && { limitMs }),
      ...(waits && { waits }),
    },
    concurrent: overlaps,
    timeout: limitMs + graceMs,
  }
  vitestTest(title, options, (context) =>
    runCheck({ rule, check, body: open === undefined ? body : bodyNeeding(open, body), limitMs }, context),
  )
  return claims
}

function bodyNeeding(value: OpenValue, body: (check: CheckContext) => Promise<void>): typeof body {
  return (check) => {
    check.open(value)
    return body(check)
  }
}

function controlOf(declaration: RuleDeclaration, kind: CheckKind, id: string): string | undefined {
  if (kind !== 'refuses') {
    declaration.firstAccepted ??= id
    return undefined
  }
  const twin = declaration.options.twin ?? declaration.firstAccepted
  if (twin === undefined) {
    throw new HarnessError(
      'harness-fault',
      `${id} is a refusal without an accepted twin: begin the rule with one, or name it.`,
    )
  }
  return twin
}
