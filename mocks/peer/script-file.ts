import { setTimeout as delay } from 'node:timers/promises'
import { HarnessError, orFallback } from '#harness/errors.ts'
import { globPattern } from '#harness/glob.ts'
import { nearest } from '#harness/nearest.ts'
import type { JournalEntry } from '#harness/peer.ts'
import { grpcStatuses } from './grpc-statuses.ts'
import { mergePatch } from './merge-patch.ts'
import { readScriptText, readScript } from './read-script.ts'
import type { ScriptRule } from './script-schema.ts'
import type { Shapes } from './shapes.ts'
import { hangUp, silence } from './faults.ts'

type Faults = Readonly<Record<string, unknown>>
type Effect = (honest: unknown, request: JournalEntry, ...more: readonly unknown[]) => unknown

/** Reports whether a script is a file of rules, and not a module. */
export function isScriptFile(path: string): boolean {
  return /\.(ya?ml|json)$/.test(path)
}

/**
 * Returns the responses of a script that is a file of rules, by name.
 * @param faults faults that the peer offers to scripts, by name
 * @throws HarnessError `usage` for an invalid script of this peer
 */
export function answersOfFile(
  path: string,
  names: readonly string[],
  faults: object,
  shapes: Shapes = {},
): Record<string, Effect> {
  return answersOfRules(readScriptText(path), path, names, faults, shapes)
}

/**
 * Returns the responses of a script that is given as text, by name.
 * @param path name of the script in messages
 * @param faults faults that the peer offers to scripts, by name
 * @throws HarnessError `usage` for an invalid script of this peer
 */
export function answersOfRules(
  text: string,
  path: string,
  names: readonly string[],
  faults: object,
  shapes: Shapes = {},
): Record<string, Effect> {
  const { rules } = readScript(text, path)
  const parsedRules = rules.map((rule, index) => {
    const rulePath = `${path}: rules[${index}]`
    if (rule.on !== undefined && !names.includes(rule.on))
      throw unknownName(`${rulePath}.on`, 'answer', rule.on, names)
    const effects = responseOfRule(
      rule,
      rulePath,
      rule.on === undefined ? names : [rule.on],
      shapes,
      faults as Faults,
    )
    return { rule, effects, requestCount: 0 }
  })
  const answer = (name: string): Effect => {
    const rulesOfResponse = parsedRules.filter(({ rule }) => rule.on === undefined || rule.on === name)
    return (honest, request, ...more) => {
      for (const parsedRule of rulesOfResponse) {
        if (!matchesRule(parsedRule.rule, request)) continue
        const { skip = 0, times = Infinity } = parsedRule.rule
        const number = parsedRule.requestCount++
        if (number >= skip && number < skip + times)
          return (parsedRule.effects[name] ?? honestly)(honest, request, ...more)
      }
      return honest
    }
  }
  return Object.fromEntries(
    names.filter((name) => coversResponse(rules, name)).map((name) => [name, answer(name)]),
  )
}

/**
 * Returns the effect of a rule on each response to which it applies. A rule for all responses changes the responses
 * that have its fields.
 * @throws HarnessError `usage` if no response has its fields
 */
function responseOfRule(
  rule: ScriptRule,
  path: string,
  names: readonly string[],
  shapes: Shapes,
  faults: Faults,
): Readonly<Record<string, Effect>> {
  const field = rule.merge !== undefined ? 'merge' : 'replace'
  const effectsByName: Record<string, Effect> = {}
  let refusal: unknown
  for (const name of names) {
    try {
      const readFields = rule[field] === undefined ? undefined : shapes[name]?.[field]
      const value = readFields?.(rule[field], `${path}.${field}`)
      const parsedRule = readFields === undefined ? rule : { ...rule, [field]: value as ScriptRule['merge'] }
      effectsByName[name] = effectOf(parsedRule, faults, path)
    } catch (thrown) {
      refusal = thrown
    }
  }
  if (refusal !== undefined && Object.keys(effectsByName).length === 0) throw refusal
  return effectsByName
}

function coversResponse(rules: readonly ScriptRule[], name: string): boolean {
  return rules.some(({ on }) => on === undefined || on === name)
}

const effectFields = ['hangUp', 'silent', 'status', 'fail', 'merge', 'replace', 'lie'] as const

function effectOf(rule: ScriptRule, faults: Faults, path: string): Effect {
  const usedFields = effectFields.filter((field) => rule[field] !== undefined)
  const isDelay = usedFields.length === 0 && rule.afterMs !== undefined
  if (usedFields.length !== 1 && !isDelay) {
    throw new HarnessError(
      'usage',
      `${path}: give one of ${effectFields.join(', ')} (or afterMs alone), not ${usedFields.join(' and ') || 'none'}.`,
    )
  }
  const effect = usedFields[0] === undefined ? honestly : namedEffect(usedFields[0], rule, faults, path)
  const { afterMs } = rule
  if (afterMs === undefined) return effect
  return async (honest, request, ...more) => {
    // A stopped peer sends no response, so the wait must not keep the process alive.
    await delay(afterMs, undefined, { ref: false })
    return effect(honest, request, ...more)
  }
}

const honestly: Effect = (honest) => honest

function namedEffect(
  field: (typeof effectFields)[number],
  rule: ScriptRule,
  faults: Faults,
  path: string,
): Effect {
  const answer = (name: string): ((...args: readonly unknown[]) => unknown) => {
    const fault = Object.hasOwn(faults, name) ? faults[name] : undefined
    if (typeof fault === 'function') return fault as ReturnType<typeof answer>
    const callableNames = Object.keys(faults).filter((key) => typeof faults[key] === 'function')
    throw unknownName(path, 'lie', name, callableNames)
  }
  switch (field) {
    case 'hangUp':
      return (faults.hangUp ?? hangUp) as Effect
    case 'silent':
      return (faults.silence ?? silence) as Effect
    case 'status':
      requireFault(faults, 'status', 'fail', path)
      return answer('status')(rule.status, rule.body, rule.headers) as Effect
    case 'fail':
      requireFault(faults, 'fail', 'status', path)
      if (typeof rule.fail === 'string' && !grpcStatuses.includes(rule.fail))
        throw unknownName(`${path}.fail`, 'gRPC status', rule.fail, grpcStatuses)
      return answer('fail')(rule.fail, rule.message) as Effect
    case 'merge':
      return (honest, ...rest) =>
        changeResponse(honest, (value) => mergePatch(value, rule.merge), faults, rest)
    case 'replace':
      return () => rule.replace
    case 'lie': {
      const fault = answer(rule.lie ?? '')
      return rule.with === undefined ? (fault as Effect) : callFault(fault, rule, path)
    }
  }
}

/**
 * Returns the response of a fault for its arguments. A fault without parameters fails, or returns a value that is not a
 * response.
 */
function callFault(
  fault: (...values: readonly unknown[]) => unknown,
  rule: ScriptRule,
  path: string,
): Effect {
  const answer = orFallback(() => fault(...(rule.with ?? [])), undefined)
  if (typeof answer === 'function') return answer as Effect
  throw new HarnessError('usage', `${path}.with: the lie ${rule.lie} does not take these values.`)
}

function requireFault(
  faults: Faults,
  field: 'status' | 'fail',
  alternative: 'status' | 'fail',
  path: string,
): void {
  // Peers over HTTP can respond with a status. One of these peers has a fault `fail`, which also accepts a status.
  const isHttp = Object.hasOwn(faults, 'status')
  const isGrpc = !isHttp && Object.hasOwn(faults, 'fail')
  if (field === 'status' ? !isGrpc : !isHttp) return
  const transport = field === 'status' ? 'HTTP' : 'gRPC'
  throw new HarnessError(
    'usage',
    `${path}.${field}: ${field} is for peers over ${transport}. Use ${alternative} with this peer.`,
  )
}

function unknownName(
  path: string,
  subject: string,
  name: string,
  knownNames: readonly string[],
): HarnessError {
  const nearestName = nearest(name, knownNames)
  const hint = nearestName === undefined ? `It has ${knownNames.join(', ')}.` : `Did you mean ${nearestName}?`
  return new HarnessError('usage', `${path}: the peer has no ${subject} ${name}. ${hint}`)
}

function matchesRule({ when = {} }: ScriptRule, request: JournalEntry): boolean {
  return Object.entries(when).every(([path, text]) => {
    const value = path
      .split('.')
      .reduce<unknown>((nested, step) => (nested as Record<string, unknown> | undefined)?.[step], request)
    const shownValue = typeof value === 'object' ? JSON.stringify(value) : String(value as string | undefined)
    return value !== undefined && value !== null && globPattern(text).test(shownValue)
  })
}

/**
 * Applies a change to the response. Some peers pass a function instead of the response, so that a fault can run first.
 */
function changeResponse(
  honest: unknown,
  change: (value: unknown) => unknown,
  faults: Faults,
  args: readonly unknown[],
) {
  if (typeof honest !== 'function') return change(honest)
  const respondHonestly = honest as () => unknown
  const peerFault = faults.changed as ((change: (body: unknown) => unknown) => Effect) | undefined
  if (peerFault !== undefined) return peerFault(change)(respondHonestly, ...(args as [JournalEntry]))
  return Promise.resolve(respondHonestly()).then(change)
}
