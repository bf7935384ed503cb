import type { Quirks } from '../quirks/quirks.ts'
import type { Flag } from './flag.ts'
import * as types from './value-types.ts'

/** The values of a command line, by flag name without dashes; asking for an unknown name is a mistake of the code. */
export class FlagValues {
  readonly #flags: ReadonlyMap<string, Flag>
  readonly #given: ReadonlyMap<string, readonly string[]>
  readonly #quirks: Quirks<'repeated-list-flag-last-wins'>

  constructor(
    flags: ReadonlyMap<string, Flag>,
    given: ReadonlyMap<string, readonly string[]>,
    quirks: Quirks<'repeated-list-flag-last-wins'>,
  ) {
    this.#flags = flags
    this.#given = given
    this.#quirks = quirks
  }

  /** Whether the flag was written on the command line, with whatever value. */
  isSet(name: string): boolean {
    return this.#given.has(this.#flag(name).name)
  }

  /** The names of all flags that were written on the command line. */
  get names(): readonly string[] {
    return [...this.#given.keys()]
  }

  /** The last value or the documented default; undefined without either or when empty. */
  string(name: string): string | undefined {
    const text = this.#given.get(name)?.at(-1) ?? this.#flag(name).default
    return text === '' ? undefined : text
  }

  /** True or false; a flag without default is false. */
  bool(name: string): boolean {
    return types.bool(this.string(name) ?? 'false') ?? false
  }

  /** A whole number or a float; undefined without value and default. */
  number(name: string): number | undefined {
    const text = this.string(name)
    return text === undefined ? undefined : (types.int(text) ?? types.float(text))
  }

  /** Milliseconds; undefined without value and default. */
  durationMs(name: string): number | undefined {
    const text = this.string(name)
    return text === undefined ? undefined : types.durationMs(text)
  }

  /** The entries of all occurrences; those of the default when there are none. */
  strings(name: string): readonly string[] {
    const given = this.#given.get(name) ?? [this.#flag(name).default ?? '']
    const last = given.length > 1 && this.#quirks.fault('repeated-list-flag-last-wins')
    return (last ? given.slice(-1) : given).flatMap(types.list)
  }

  /** The values of all occurrences as they were written. */
  occurrences(name: string): readonly string[] {
    return this.#given.get(this.#flag(name).name) ?? []
  }

  /** The `key=value` entries of all occurrences, in order; the value may itself hold an equals sign. */
  pairs(name: string): readonly (readonly [key: string, value: string])[] {
    return this.strings(name).map(pairOf)
  }

  #flag(name: string): Flag {
    const found = this.#flags.get(name)
    if (found === undefined) throw new TypeError(`no flag is named ${name}`)
    return found
  }
}

/** The key and the value of a `key=value` entry; the value may itself hold an equals sign. */
export function pairOf(entry: string): readonly [key: string, value: string] {
  const at = entry.indexOf('=')
  return [entry.slice(0, at).trim(), entry.slice(at + 1).trim()]
}
