import { isMapping } from '../../config/decode.ts'
import type { FlagType } from '../../flags/flag.ts'
import { bool, durationMs, durationText, int, list } from '../../flags/value-types.ts'

/** Representation of the values of a flag type in the configuration file. */
interface ValueForm {
  /** Parses the occurrences of a flag. Returns undefined when they are not a valid value. */
  read(texts: readonly string[]): unknown
  /** Reports whether a value in a file has this form. */
  is(value: unknown): boolean
  /** Value if no source sets the flag. */
  readonly nothing: unknown
}

const isText = (value: unknown): boolean => typeof value === 'string'
const isNumber = (value: unknown): boolean => Number.isInteger(value)
const lastText = (texts: readonly string[]): string => texts.at(-1) ?? ''
const textForm: ValueForm = { read: lastText, is: isText, nothing: '' }
const numberForm: ValueForm = { read: (texts) => int(lastText(texts)), is: isNumber, nothing: 0 }
const isObjectList: ValueForm['is'] = (value) => Array.isArray(value) && value.every(isMapping)

function mappingForm(separator: string): ValueForm {
  return {
    read: (texts) =>
      Object.fromEntries(
        texts.flatMap(list).flatMap((entry) => {
          const separatorIndex = entry.indexOf(separator)
          return separatorIndex < 0
            ? []
            : [[entry.slice(0, separatorIndex).trim(), entry.slice(separatorIndex + 1).trim()]]
        }),
      ),
    is: isMapping,
    nothing: {},
  }
}

const formsByType: Readonly<Partial<Record<FlagType, ValueForm>>> = {
  string: textForm,
  quantity: textForm,
  bool: { read: (texts) => bool(lastText(texts)), is: (value) => typeof value === 'boolean', nothing: false },
  int: numberForm,
  int32: numberForm,
  duration: {
    read: (texts) => normalDuration(lastText(texts)),
    is: (value) => typeof value === 'string' && durationMs(value) !== undefined,
    nothing: '0s',
  },
  strings: {
    read: (texts) => texts.flatMap(list),
    is: (value) => Array.isArray(value) && value.every(isText),
    nothing: [],
  },
  pairs: mappingForm('='),
  thresholds: mappingForm('<'),
  headers: { read: headersOf, is: isMapping, nothing: {} },
  taints: { read: (texts) => texts.flatMap(list).map(taintOf), is: isObjectList, nothing: [] },
  'reserved-memory': {
    read: (texts) => texts.flatMap((text) => text.split(';')).map(memoryOfNode),
    is: isObjectList,
    nothing: [],
  },
}

/** Returns the form of a type. A type that no field has is a programming error. */
export function formOf(type: FlagType): ValueForm {
  const knownForm = formsByType[type]
  if (knownForm === undefined) throw new TypeError(`no field is of type ${type}`)
  return knownForm
}

function normalDuration(duration: string): string | undefined {
  const durationInMs = durationMs(duration)
  return durationInMs === undefined ? undefined : durationText(durationInMs)
}

function headersOf(texts: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const valuesByName: Record<string, string[]> = {}
  for (const entry of texts.flatMap(list)) {
    const separatorIndex = entry.indexOf(':')
    const values = (valuesByName[entry.slice(0, separatorIndex).trim()] ??= [])
    values.push(entry.slice(separatorIndex + 1).trim())
  }
  return valuesByName
}

function taintOf(entry: string): object {
  const [keyAndValue = '', effect = ''] = entry.split(':')
  const [key = '', value] = keyAndValue.split('=')
  return { key, ...(value === undefined ? {} : { value }), effect }
}

function memoryOfNode(entry: string): object {
  const separatorIndex = entry.indexOf(':')
  return {
    numaNode: Number(entry.slice(0, separatorIndex)),
    limits: mappingForm('=').read([entry.slice(separatorIndex + 1)]),
  }
}
