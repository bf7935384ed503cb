import type { FlagType } from './flag.ts'

const units = { ns: 1e-6, us: 1e-3, µs: 1e-3, ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const
const partPattern = /(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|ms|s|m|h)/gy
const trueTexts = new Set(['1', 't', 'T', 'true', 'TRUE', 'True'])
const falseTexts = new Set(['0', 'f', 'F', 'false', 'FALSE', 'False'])

/** Parses a string such as `1h2m3.5s` into milliseconds. Returns undefined if it is not a duration. */
export function durationMs(text: string): number | undefined {
  const sign = text.startsWith('-') ? -1 : 1
  const body = text.replace(/^[+-]/, '')
  if (body === '0') return 0
  let totalMs = 0
  let end = 0
  for (const match of body.matchAll(partPattern)) {
    totalMs += Number(match[1]) * units[match[2] as keyof typeof units]
    end = match.index + match[0].length
  }
  return body !== '' && end === body.length ? sign * totalMs : undefined
}

/** Formats milliseconds as a string such as `1h2m3.5s`, which `durationMs` reads. */
export function durationText(ms: number): string {
  const size = Math.abs(ms)
  const sign = ms < 0 ? '-' : ''
  if (size < 1000) return size === 0 ? '0s' : `${sign}${size}ms`
  const [hours, minutes] = [Math.floor(size / units.h), Math.floor((size % units.h) / units.m)]
  const seconds = (size % units.m) / units.s
  const parts = [hours > 0 ? `${hours}h` : '', hours > 0 || minutes > 0 ? `${minutes}m` : '', `${seconds}s`]
  return `${sign}${parts.join('')}`
}

/** Parses a boolean. Returns undefined for any other string. */
export function bool(text: string): boolean | undefined {
  if (trueTexts.has(text)) return true
  return falseTexts.has(text) ? false : undefined
}

/** Parses an integer in decimal, octal, hexadecimal or binary spelling. Returns undefined for any other string. */
export function int(text: string): number | undefined {
  const match = /^([+-]?)(0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO][0-7]+|\d+)$/.exec(text)
  if (match === null) return undefined
  const value = Number(match[2])
  return Math.abs(value) <= 2 ** 63 ? value * (match[1] === '-' ? -1 : 1) : undefined
}

/** Parses a finite number. Returns undefined for any other string. */
export function float(text: string): number | undefined {
  const value = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(text) ? Number(text) : Number.NaN
  return Number.isFinite(value) ? value : undefined
}

/** Returns the entries of a comma-separated list; an empty string has no entries. */
export function list(text: string): string[] {
  return text === '' ? [] : text.split(',')
}

/** Reports whether a string is a 32-bit integer. */
function isInt32(text: string): boolean {
  const value = int(text)
  return value !== undefined && value >= -(2 ** 31) && value < 2 ** 31
}

const taintPattern = /^[^=:]+(=[^=:]*)?:(NoSchedule|PreferNoSchedule|NoExecute)$/
const memoryPattern = /^\d+:[\w-]+=\d+[KMGTPE]?i?(,[\w-]+=\d+[KMGTPE]?i?)*$/

const isPair = (text: string) => text.indexOf('=') > 0

const checks: Readonly<Record<FlagType, (text: string) => boolean>> = {
  string: () => true,
  strings: () => true,
  help: (text) => bool(text) !== undefined,
  bool: (text) => bool(text) !== undefined,
  int: (text) => int(text) !== undefined,
  int32: isInt32,
  float: (text) => float(text) !== undefined,
  duration: (text) => durationMs(text) !== undefined,
  pairs: (text) => list(text).every(isPair),
  thresholds: (text) => list(text).every((entry) => entry.indexOf('<') > 0),
  taints: (text) => list(text).every((entry) => taintPattern.test(entry)),
  'reserved-memory': (text) => text.split(';').every((entry) => memoryPattern.test(entry)),
  headers: (text) => list(text).every((entry) => entry.indexOf(':') > 0),
  RuntimeDefault: (text) => text === 'RuntimeDefault' || bool(text) !== undefined,
  // The value of an entry may contain commas, so only the first entry can be checked.
  stringToString: (text) => text === '' || isPair(text),
  colonSeparatedMultimapStringString: (text) => list(text).every(isPair),
  quantity: (text) => /^\d+(\.\d+)?([KMGTPE]i?|k|m)?$/.test(text),
  'N1-N2': (text) => /^\d+(-\d+|\+\d+)?$/.test(text),
  'version[=true]': (text) => bool(text) !== undefined || text === 'raw' || /^v\d+\.\d+\.\d+/.test(text),
  'pattern=N,...': (text) => list(text).every((entry) => /^[^=]+=\d+$/.test(entry)),
}

/** Reports whether a string is a value of the type. */
export function hasType(text: string, type: FlagType): boolean {
  return checks[type](text)
}

const lists = new Set<FlagType>([
  'strings',
  'pairs',
  'thresholds',
  'taints',
  'headers',
  'stringToString',
  'colonSeparatedMultimapStringString',
])

/** Reports whether the flag collects the values of all its occurrences. */
export function isList(type: FlagType): boolean {
  return lists.has(type)
}
