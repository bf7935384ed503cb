import { isMapping } from '../../config/decode.ts'
import type { FlagType } from '../../flags/flag.ts'
import { bool, durationMs, durationText, int, list } from '../../flags/value-types.ts'

/** Representation of the values of a flag type in the configuration file. */
interface ValueForm {
  /** Parses the occurrences of a flag. Returns undefined when they are not a valid value. */
  read(texts: readonly string[]): unknown
  /** Reports whether a file may have this value there. */
  is(value: unknown): boolean
  /** Value when no source sets one. */
  readonly nothing: unknown
}

const isText = (value: unknown): boolean => typeof value === 'string'
const isNumber = (value: unknown): boolean => Number.isInteger(value)
const last = (texts: readonly string[]): string => texts.at(-1) ?? ''
const text: ValueForm = { read: last, is: isText, nothing: '' }
const number: ValueForm = { read: (texts) => int(last(texts)), is: isNumber, nothing: 0 }
const objects: ValueForm['is'] = (value) => Array.isArray(value) && value.every(isMapping)

function mapping(separator: string): ValueForm {
  return {
    read: (texts) =>
      Object.fromEntries(
        texts.flatMap(list).flatMap((entry) => {
          const at = entry.indexOf(separator)
          return at < 0 ? [] : [[entry.slice(0, at).trim(), entry.slice(at + 1).trim()]]
        }),
      ),
    is: isMapping,
    nothing: {},
  }
}

const forms: Readonly<Partial<Record<FlagType, ValueForm>>> = {
  string: text,
  quantity: text,
  bool: { read: (texts) => bool(last(texts)), is: (value) => typeof value === 'boolean', nothing: false },
  int: number,
  int32: number,
  duration: {
    read: (texts) => normalDuration(last(texts)),
    is: (value) => typeof value === 'string' && durationMs(value) !== undefined,
    nothing: '0s',
  },
  strings: {
    read: (texts) => texts.flatMap(list),
    is: (value) => Array.isArray(value) && value.every(isText),
    nothing: [],
  },
  pairs: mapping('='),
  thresholds: mapping('<'),
  headers: { read: headers, is: isMapping, nothing: {} },
  taints: { read: (texts) => texts.flatMap(list).map(taint), is: objects, nothing: [] },
  'reserved-memory': {
    read: (texts) => texts.flatMap((each) => each.split(';')).map(memoryOfNode),
    is: objects,
    nothing: [],
  },
}

/** Returns the form of a type. A type that no field has is a programming error. */
export function formOf(type: FlagType): ValueForm {
  const form = forms[type]
  if (form === undefined) throw new TypeError(`no field is of type ${type}`)
  return form
}

function normalDuration(written: string): string | undefined {
  const ms = durationMs(written)
  return ms === undefined ? undefined : durationText(ms)
}

function headers(texts: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const all: Record<string, string[]> = {}
  for (const entry of texts.flatMap(list)) {
    const at = entry.indexOf(':')
    const values = (all[entry.slice(0, at).trim()] ??= [])
    values.push(entry.slice(at + 1).trim())
  }
  return all
}

function taint(entry: string): object {
  const [rest = '', effect = ''] = entry.split(':')
  const [key = '', value] = rest.split('=')
  return { key, ...(value === undefined ? {} : { value }), effect }
}

function memoryOfNode(entry: string): object {
  const at = entry.indexOf(':')
  return { numaNode: Number(entry.slice(0, at)), limits: mapping('=').read([entry.slice(at + 1)]) }
}
