import { describe, inject, type TestContext, test as vitestTest } from 'vitest'
import { checkId, type ExcludedRule, type PlannedCheck, type Rule } from '../catalogue.ts'
import { nowMs } from '../clock.ts'
import { dialects, type OpenValue } from '../dialect/index.ts'
import { HarnessError } from '../errors.ts'
import { CheckContext, runAs } from './context.ts'
import { writeEvidence } from './evidence.ts'
import { failed, type Outcome, passed } from './outcome.ts'

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

type Body<T> = (value: T, check: CheckContext) => Promise<void>

interface Declaring {
  readonly rule: Rule
  readonly judging: Judging
  firstAccepted?: string
  readonly ids: Set<string>
}

let declaring: Declaring | undefined
let isInTurn = false

/**
 * Declares a rule and its checks. In a rule whose checks begin with an accepted case, every check whose title
 * begins with "refuses" counts only if that case was accepted in the same run.
 */
export function rule(stated: Rule & Judging, body: () => void): void {
  const { twin, overlaps, open, limitMs, waits, ...rule } = stated
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
    declaring = { rule, judging, ids: new Set() }
    try {
      body()
    } finally {
      declaring = undefined
    }
  })
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
export function excluded(rule: Omit<ExcludedRule, 'level'> & Partial<Pick<ExcludedRule, 'level'>>): void {
  const whole: ExcludedRule = { level: 'UNSPECIFIED', ...rule }
  describe(rule.id, () => {
    vitestTest.todo('is not checked', { meta: { rule: whole } })
  })
}

interface Test {
  (title: string, body: (check: CheckContext) => Promise<void>): void
  /** One check per entry; `%s` in the title becomes the entry's name. */
  for<T>(cases: Readonly<Record<string, T>>): (title: string, body: Body<T>) => void
}

/** Declares one check of the rule around it. */
export const test: Test = Object.assign(
  (title: string, body: (check: CheckContext) => Promise<void>) => declare(title, body),
  {
    for:
      <T>(cases: Readonly<Record<string, T>>) =>
      (title: string, body: Body<T>): void => {
        for (const [name, value] of Object.entries(cases))
          declare(title.replace('%s', name), (check) => body(value, check))
      },
  },
)

function declare(title: string, body: (check: CheckContext) => Promise<void>): void {
  if (declaring === undefined)
    throw new HarnessError('harness-fault', `The check "${title}" stands outside any rule.`)
  const { rule, judging, ids } = declaring
  const id = checkId(rule.id, title)
  if (ids.has(id)) throw new HarnessError('harness-fault', `Two checks of one rule have the id ${id}.`)
  ids.add(id)
  const twin = twinOf(declaring, title, id)
  const check: PlannedCheck = { id, rule: rule.id, title, ...(twin && { twin }) }
  const { overlaps = false, open, limitMs = checkLimitMs, waits } = judging
  const options = {
    meta: { rule, check, ...(judging.limitMs && { limitMs }), ...(waits && { waits }) },
    concurrent: overlaps,
    timeout: limitMs + graceMs,
  }
  vitestTest(title, options, (context) =>
    run(rule, check, open === undefined ? body : needing(open, body), context, limitMs),
  )
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

async function run(
  rule: Rule,
  check: PlannedCheck,
  body: (check: CheckContext) => Promise<void>,
  vitest: TestContext,
  limitMs: number,
): Promise<void> {
  const settings = inject('settings')
  const dialect = dialects[settings.target.dialect]
  if (dialect === undefined)
    throw new HarnessError('config-fault', `There is no dialect ${settings.target.dialect}.`)
  const context = new CheckContext(check.id, settings, dialect)
  const startedAtMs = nowMs()
  const finish = async (judged: Pick<Outcome, 'verdict'> & Partial<Outcome>): Promise<void> => {
    const toMs = nowMs()
    const last = context.assertions.find((assertion) => !assertion.passed) ?? context.assertions.at(-1)
    vitest.task.meta.outcome = {
      startedAtMs,
      durationMs: Math.round((toMs - startedAtMs) * 10) / 10,
      ...(last && { expected: last.expected, actual: last.actual }),
      assertions: context.assertions,
      observations: context.observations,
      launches: context.launches,
      evidence: writeEvidence(context, startedAtMs, toMs),
      ...judged,
    }
    await context.end()
  }
  try {
    if (rule.capability !== undefined) context.needs(rule.capability as Parameters<CheckContext['needs']>[0])
    await runAs(context, () => within(limitMs, vitest.signal, conclusively(context, body)))
  } catch (thrown) {
    await finish(failed(rule.level, thrown))
    throw thrown
  }
  const verdict = passed(rule.level, context)
  const reason = verdict === 'harness-fault' ? { reason: 'The check observed nothing.' } : {}
  await finish({ verdict, ...reason })
}

/** Runs a check, and once more when the first measurement was too uncertain and can be repeated. */
async function conclusively(
  context: CheckContext,
  body: (check: CheckContext) => Promise<void>,
): Promise<void> {
  const attempt = (): Promise<void> =>
    body(context).catch((thrown: unknown) => {
      throw context.inDoubt(thrown) ?? thrown
    })
  try {
    await attempt()
  } catch (thrown) {
    const isUncertain = thrown instanceof HarnessError && thrown.code === 'inconclusive'
    if (!isUncertain || !(await context.startAgain())) throw thrown
    await attempt()
  }
}

// Every wait inside a check has its own, shorter limit; this one only ends what forgot its own.
const checkLimitMs = 110_000
// The engine waits longer, so that the check can still say what it waited for.
const graceMs = 10_000

async function within(limitMs: number, signal: AbortSignal, body: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new HarnessError('harness-fault', `The check did not end within ${limitMs} ms.`)),
      limitMs,
    )
    signal.addEventListener(
      'abort',
      () => reject(new HarnessError('interrupted', 'The run was interrupted.')),
      { once: true },
    )
  })
  try {
    await Promise.race([body, limit])
  } finally {
    clearTimeout(timer)
  }
}
