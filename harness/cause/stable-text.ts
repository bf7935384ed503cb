import { roles } from '../roles.ts'
import { causeLineOf } from './cause-line.ts'

// Details that vary between two equal runs, with their replacements. The order matters: longer patterns come first.
const idReplacements: readonly Replacement[] = [
  // Header of klog before a message: severity, day, time, process and line of the source.
  [/(?<![\w])[IWEF]\d{4} \d{2}:\d{2}:\d{2}\.\d+\s+\d+ [\w./-]+:\d+\] ?/g, ''],
  [/-----BEGIN [A-Z ]+-----[\s\S]*?(?:-----END [A-Z ]+-----|$)/g, '<pem>'],
  [/\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g, '<token>'],
  // The working directories of the harness.
  [
    new RegExp(`\\b(?:orch-conformance|credentials|${roles.join('|')})-[A-Za-z0-9]{6}(?![\\w.-])`, 'g'),
    '<folder>',
  ],
  [/\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi, '<id>'],
  [/\b\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(?:[.,]\d+)?(?:Z|[+-]\d{2}:?\d{2})?/g, '<time>'],
  [/\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} [\d:]{8} GMT\b/g, '<time>'],
  [/\b\d{2}:\d{2}:\d{2}(?:\.\d+)?\b/g, '<time>'],
  [/\b0x[0-9a-f]+\b/gi, '<id>'],
  [/(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{20,}(?:={0,2})(?![\w-])/g, '<id>'],
  [/\b(?=[0-9a-f]*\d)[0-9a-f]{8,}\b/g, '<id>'],
]
// The folders of a run vary; the last name identifies the file.
const folderReplacement: Replacement = [/(?:\/[\w.@+-]+)+\/(?=[\w.@+-])/g, '/…/']
const durationReplacement: Replacement = [/(?<![\w.])(?:\d+(?:\.\d+)?(?:ns|us|µs|ms|s|m|h))+\b/g, '0s']
const portReplacement: Replacement = [/(?<=[\d\w\]]:)\d{4,5}\b/g, '0']

type Replacement = readonly [pattern: RegExp, by: string]

function applyReplacements(text: string, replacements: readonly Replacement[]): string {
  return replacements.reduce((before, [pattern, by]) => before.replace(pattern, by), text)
}

// Status codes distinguish failures, so they stay in the text.
const statusPattern = /\b((?:status(?:Code)?|code|answered|HTTP(?:\/[\d.]+)?|→)["']?:? ?)([1-5]\d\d)\b/g
const numberPattern = /(?<![A-Za-z_\d])\d+(?:[.,]\d+)*/g

/** Returns a text without details that vary between runs: numbers, ports, ids, times and the folders of paths. */
export function stableText(text: string): string {
  return applyReplacements(text, [folderReplacement, ...idReplacements, durationReplacement])
    .split(statusPattern)
    .map((part, index) => (index % 3 === 2 ? part : part.replace(numberPattern, '0')))
    .join('')
}

/**
 * Reports whether a value is the outcome of a start with the error of the program, so that its whole output adds
 * nothing.
 */
function hasProgramError(value: object): boolean {
  return 'outcome' in value && 'error' in value && 'stderr' in value
}

/**
 * Reports whether a value is the outcome of a start that crashed. The sentence about the crash repeats the program
 * output.
 */
function isCrash(value: object): boolean {
  return 'outcome' in value && value.outcome === 'crashed' && 'stderr' in value
}

const statusKeyPattern = /^(?:status|statusCode|code|exitCode)$/

// Outcome of a start whose output is cut because of its length, at arbitrary positions.
const cutOutcomePattern =
  /^\{"outcome":"\w+","exitCode":\w+(?:,"error":"((?:[^"\\]|\\.)*)")?,"stderr":.*… \(\d+ characters\)$/s

/** Returns a value without details that vary between runs, at any depth. */
export function stableValue(value: unknown, key = ''): unknown {
  if (typeof value === 'string') {
    const cutMatch = cutOutcomePattern.exec(value)
    if (cutMatch !== null) return stableCut(cutMatch)
    return stableText(key === 'stderr' ? (causeLineOf(value)?.text ?? '') : value)
  }
  if (typeof value === 'number') return statusKeyPattern.test(key) ? value : 0
  if (Array.isArray(value)) return value.map((one) => stableValue(one, key))
  if (typeof value !== 'object' || value === null) return value
  const stableEntries = Object.entries(value).filter(
    ([name]) => !(name === 'why' && isCrash(value)) && !(name === 'stderr' && hasProgramError(value)),
  )
  const entries = stableEntries.map(([name, inner]) => [name, stableValue(inner, name)] as const)
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Returns the head of a cut outcome, with the error of the program if it has one. */
function stableCut([text, error]: RegExpExecArray): string {
  const outcomeHead = /^\{"outcome":"\w+","exitCode":\w+/.exec(text)?.[0] ?? ''
  return error === undefined
    ? outcomeHead
    : `${outcomeHead} ${stableText(JSON.parse(`"${error}"`) as string)}`
}

/**
 * Returns a header, an outcome or a request without ids, times and ports. Numbers and paths are significant there, and
 * stay.
 */
export function stableAnswer(text: string): string {
  return applyReplacements(text, [...idReplacements, portReplacement])
}

const bodyNumberPattern = /("?(?:retryAfterSeconds|code|status)"?:\s*)(\d+)/g

/** Returns the body of a response without details that vary between runs. A status and the time to wait stay. */
export function stableBody(text: string): string {
  return text
    .split(bodyNumberPattern)
    .map((part, index) => (index % 3 === 2 ? part : stableText(part)))
    .join('')
}
