import { fault } from '../quirks/quirks.ts'
import type { Flag } from './flag.ts'
import * as types from './value-types.ts'

/** Values of a command line, by flag name without dashes. An unknown name is a programming error. */
export class FlagValues {
  readonly #flags: ReadonlyMap<string, Flag>
  readonly #givenValues: ReadonlyMap<string, readonly string[]>

  constructor(flags: ReadonlyMap<string, Flag>, valuesByFlag: ReadonlyMap<string, readonly string[]>) {
    this.#flags = flags
    this.#givenValues = valuesByFlag
  }

  /** Reports whether the flag is on the command line, with any value. */
  isSet(name: string): boolean {
    return this.#givenValues.has(this.#flag(name).name)
  }

  /** Names of all flags on the command line. */
  get names(): readonly string[] {
    return [...this.#givenValues.keys()]
  }

  /** Returns the last value or the documented default; undefined if there is neither, or if the text is empty. */
  string(name: string): string | undefined {
    const text = this.#givenValues.get(name)?.at(-1) ?? this.#flag(name).default
    return text === '' ? undefined : text
  }

  /** Returns a boolean; false for a flag without a default. */
  bool(name: string): boolean {
    return types.bool(this.string(name) ?? 'false') ?? false
  }

  /** Returns an integer or a float; undefined without a value and a default. */
  number(name: string): number | undefined {
    const text = this.string(name)
    return text === undefined ? undefined : (types.int(text) ?? types.float(text))
  }

  /** Returns milliseconds; undefined without a value and a default. */
  durationMs(name: string): number | undefined {
    const text = this.string(name)
    return text === undefined ? undefined : types.durationMs(text)
  }

  /** Returns the entries of all occurrences, or the entries of the default if there are none. */
  strings(name: string): readonly string[] {
    const occurrences = this.#givenValues.get(name) ?? [this.#flag(name).default ?? '']
    const usesOnlyLast = occurrences.length > 1 && fault('repeated-list-flag-last-wins')
    return (usesOnlyLast ? occurrences.slice(-1) : occurrences).flatMap(types.list)
  }

  /** Returns the values of all occurrences as written. */
  occurrences(name: string): readonly string[] {
    return this.#givenValues.get(this.#flag(name).name) ?? []
  }

  /** Returns the `key=value` entries of all occurrences, in order. The value may contain an equals sign. */
  pairs(name: string): readonly (readonly [key: string, value: string])[] {
    return this.strings(name).map(pairOf)
  }

  #flag(name: string): Flag {
    const flag = this.#flags.get(name)
    if (flag === undefined) throw new TypeError(`no flag is named ${name}`)
    return flag
  }
}

/** Splits a `key=value` entry. The value may contain an equals sign. */
export function pairOf(entry: string): readonly [key: string, value: string] {
  const separatorIndex = entry.indexOf('=')
  return [entry.slice(0, separatorIndex).trim(), entry.slice(separatorIndex + 1).trim()]
}
