import { setTimeout as delay } from 'node:timers/promises'
import * as v from 'valibot'
import { HarnessError, messageOf, orFallback } from '#harness/errors.ts'
import { globPattern } from '#harness/glob.ts'
import { readInput } from '#harness/input/read.ts'
import { nearest } from '#harness/nearest.ts'
import type { JournalEntry } from '#harness/peer.ts'
import { parseYaml } from '#harness/yaml/parse.ts'
import { grpcStatuses } from './grpc-statuses.ts'
import { peerScript, type ScriptRule } from './script-schema.ts'
import type { Shapes } from './shapes.ts'
import { hangUp, silence } from './faults.ts'

type Lies = Readonly<Record<string, unknown>>
type Effect = (honest: unknown, request: JournalEntry, ...more: readonly unknown[]) => unknown

/** Reports whether a script is a file of rules, and not a module. */
export function isScriptFile(path: string): boolean {
  return /\.(ya?ml|json)$/.test(path)
}

/**
 * Returns the responses of a script that is a file of rules, by name.
 * @param lies faults that the peer offers to scripts, by name
 * @throws HarnessError `usage` for an invalid script of this peer
 */
export function answersOfFile(
  path: string,
  names: readonly string[],
  lies: object,
  shapes: Shapes = {},
): Record<string, Effect> {
  return answersOfRules(readRules(path), path, names, lies, shapes)
}

/**
 * Returns the responses of a script that is given as text, by name.
 * @param path name of the script in messages
 * @param lies faults that the peer offers to scripts, by name
 * @throws HarnessError `usage` for an invalid script of this peer
 */
export function answersOfRules(
  text: string,
  path: string,
  names: readonly string[],
  lies: object,
  shapes: Shapes = {},
): Record<string, Effect> {
  const { rules } = readScript(text, path)
  const made = rules.map((rule, index) => {
    const at = `${path}: rules[${index}]`
    if (rule.on !== undefined && !names.includes(rule.on)) throw unknown(`${at}.on`, 'answer', rule.on, names)
    const says = responseOfRule(rule, at, rule.on === undefined ? names : [rule.on], shapes, lies as Lies)
    return { rule, says, asked: 0 }
  })
  const answer = (name: string): Effect => {
    const own = made.filter(({ rule }) => rule.on === undefined || rule.on === name)
    return (honest, request, ...more) => {
      for (const one of own) {
        if (!matches(one.rule, request)) continue
        const { skip = 0, times = Infinity } = one.rule
        const number = one.asked++
        if (number >= skip && number < skip + times)
          return (one.says[name] ?? honestly)(honest, request, ...more)
      }
      return honest
    }
  }
  return Object.fromEntries(names.filter((name) => covers(rules, name)).map((name) => [name, answer(name)]))
}

/**
 * Returns the effect of a rule on each response to which it applies. A rule for all of them changes those that have its
 * fields.
 * @throws HarnessError `usage` if no response has them
 */
function responseOfRule(
  rule: ScriptRule,
  at: string,
  names: readonly string[],
  shapes: Shapes,
  lies: Lies,
): Readonly<Record<string, Effect>> {
  const way = rule.merge !== undefined ? 'merge' : 'replace'
  const says: Record<string, Effect> = {}
  let refusal: unknown
  for (const name of names) {
    try {
      const read = rule[way] === undefined ? undefined : shapes[name]?.[way]
      const value = read?.(rule[way], `${at}.${way}`)
      const made = read === undefined ? rule : { ...rule, [way]: value as ScriptRule['merge'] }
      says[name] = effectOf(made, lies, at)
    } catch (thrown) {
      refusal = thrown
    }
  }
  if (refusal !== undefined && Object.keys(says).length === 0) throw refusal
  return says
}

function covers(rules: readonly ScriptRule[], name: string): boolean {
  return rules.some(({ on }) => on === undefined || on === name)
}

function readRules(path: string): string {
  try {
    return readInput(path, 'script')
  } catch (thrown) {
    throw unreadable(path, thrown)
  }
}

function unreadable(path: string, cause: unknown): HarnessError {
  return new HarnessError('usage', `${path}: the script could not be read: ${messageOf(cause)}`, { cause })
}

function readScript(text: string, path: string): v.InferOutput<typeof peerScript> {
  let read: unknown
  try {
    read = parseYaml(text, path).value
  } catch (thrown) {
    throw unreadable(path, thrown)
  }
  const script = v.safeParse(peerScript, read)
  if (script.success) return script.output
  const [mistake] = script.issues
  throw new HarnessError(
    'usage',
    `${path}: ${v.getDotPath(mistake) ?? 'the script'}: ${mistake.message}. See schemas/peer-script.schema.json.`,
  )
}

const effects = ['hangUp', 'silent', 'status', 'fail', 'merge', 'replace', 'lie'] as const

function effectOf(rule: ScriptRule, lies: Lies, at: string): Effect {
  const given = effects.filter((way) => rule[way] !== undefined)
  const isDelay = given.length === 0 && rule.afterMs !== undefined
  if (given.length !== 1 && !isDelay) {
    throw new HarnessError(
      'usage',
      `${at}: give one of ${effects.join(', ')} (or afterMs alone), not ${given.join(' and ') || 'none'}.`,
    )
  }
  const say = given[0] === undefined ? honestly : namedEffect(given[0], rule, lies, at)
  const { afterMs } = rule
  if (afterMs === undefined) return say
  return async (honest, request, ...more) => {
    // A stopped peer owes no response, so the wait must not keep the process alive.
    await delay(afterMs, undefined, { ref: false })
    return say(honest, request, ...more)
  }
}

const honestly: Effect = (honest) => honest

function namedEffect(way: (typeof effects)[number], rule: ScriptRule, lies: Lies, at: string): Effect {
  const answer = (name: string): ((...args: readonly unknown[]) => unknown) => {
    const known = Object.hasOwn(lies, name) ? lies[name] : undefined
    if (typeof known === 'function') return known as ReturnType<typeof answer>
    const callable = Object.keys(lies).filter((key) => typeof lies[key] === 'function')
    throw unknown(at, 'lie', name, callable)
  }
  switch (way) {
    case 'hangUp':
      return (lies.hangUp ?? hangUp) as Effect
    case 'silent':
      return (lies.silence ?? silence) as Effect
    case 'status':
      requireFault(lies, 'status', 'fail', at)
      return answer('status')(rule.status, rule.body, rule.headers) as Effect
    case 'fail':
      requireFault(lies, 'fail', 'status', at)
      if (typeof rule.fail === 'string' && !grpcStatuses.includes(rule.fail))
        throw unknown(`${at}.fail`, 'gRPC status', rule.fail, grpcStatuses)
      return answer('fail')(rule.fail, rule.message) as Effect
    case 'merge':
      return (honest, ...rest) => changed(honest, (value) => merged(value, rule.merge), lies, rest)
    case 'replace':
      return () => rule.replace
    case 'lie': {
      const named = answer(rule.lie ?? '')
      return rule.with === undefined ? (named as Effect) : called(named, rule, at)
    }
  }
}

/**
 * Returns the response of a fault for its values. A fault without parameters returns something else for them, or fails.
 */
function called(named: (...values: readonly unknown[]) => unknown, rule: ScriptRule, at: string): Effect {
  const answer = orFallback(() => named(...(rule.with ?? [])), undefined)
  if (typeof answer === 'function') return answer as Effect
  throw new HarnessError('usage', `${at}.with: the lie ${rule.lie} does not take these values.`)
}

function requireFault(lies: Lies, way: 'status' | 'fail', other: 'status' | 'fail', at: string): void {
  // Peers over HTTP can respond with a status; one of them has a fault called fail, which also accepts such a status.
  const isHttp = Object.hasOwn(lies, 'status')
  const isGrpc = !isHttp && Object.hasOwn(lies, 'fail')
  if (way === 'status' ? !isGrpc : !isHttp) return
  const transport = way === 'status' ? 'HTTP' : 'gRPC'
  throw new HarnessError(
    'usage',
    `${at}.${way}: ${way} is for peers over ${transport}. Use ${other} with this peer.`,
  )
}

function unknown(at: string, what: string, name: string, known: readonly string[]): HarnessError {
  const near = nearest(name, known)
  const hint = near === undefined ? `It has ${known.join(', ')}.` : `Did you mean ${near}?`
  return new HarnessError('usage', `${at}: the peer has no ${what} ${name}. ${hint}`)
}

function matches({ when = {} }: ScriptRule, request: JournalEntry): boolean {
  return Object.entries(when).every(([path, text]) => {
    const value = path
      .split('.')
      .reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], request)
    const shownValue = typeof value === 'object' ? JSON.stringify(value) : String(value as string | undefined)
    return value !== undefined && value !== null && globPattern(text).test(shownValue)
  })
}

/** Some peers return a function instead of the response, so that a fault can run before it. */
function changed(honest: unknown, change: (value: unknown) => unknown, lies: Lies, rest: readonly unknown[]) {
  if (typeof honest !== 'function') return change(honest)
  const deed = honest as () => unknown
  const own = lies.changed as ((change: (body: unknown) => unknown) => Effect) | undefined
  if (own !== undefined) return own(change)(deed, ...(rest as [JournalEntry]))
  return Promise.resolve(deed()).then(change)
}

/** Merges a patch (RFC 7396 §2). */
function merged(target: unknown, patch: unknown): unknown {
  if (!isMapping(patch)) return patch
  const result: Record<string, unknown> = isMapping(target) ? { ...target } : {}
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name]
    else result[name] = merged(result[name], value)
  }
  return result
}

function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value)
}
