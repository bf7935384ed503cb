import { HarnessError } from '../errors.ts'

/** A check as it was declared, which may claim faults. */
export interface Claiming {
  /**
   * Names the faults of the reference that must break it; no others may.
   * @throws HarnessError `harness-fault` when a check claims a fault twice
   */
  sees(...faults: readonly string[]): void
}

/** A case of a table with the faults that its check sees beside those of the whole table. */
export class Seeing<T> {
  readonly faults: readonly string[]
  readonly value: T
  /** The words that its check's id has for it, if its title has others now. */
  readonly id: string | undefined

  constructor(faults: readonly string[], value: T, id?: string) {
    this.faults = faults
    this.value = value
    this.id = id
  }
}

/** The faults that one case of a table sees, made of its value or its name. */
export type FaultsOf<T> = (value: T, name: string) => string | readonly string[] | undefined

/** The checks of a table as they were declared. */
export interface ClaimingAll<T> {
  /**
   * Names the faults that must break each of them, beside those of its own case.
   * @throws HarnessError `harness-fault` when a check claims a fault twice
   */
  sees(...faults: readonly (string | FaultsOf<T>)[]): void
}

/** The cases of a table, by the words that their titles have for them. */
export type Cases<T> = Readonly<Record<string, T | Seeing<T>>>

/** What the body of a check gets of a case. */
export type ValueOf<Case> = Case extends Seeing<infer Value> ? Value : Case

/** Marks a case of a table: its check sees these faults too. */
export function seeing<const T>(faults: readonly string[], value: T): Seeing<T> {
  return new Seeing(faults, value)
}

/** Marks a case of a table whose words were changed: the id of its check keeps those that it had. */
export function formerly<const T>(id: string, value: T | Seeing<T>): Seeing<T> {
  const { faults, value: own } = caseOf(value)
  return new Seeing(faults, own, id)
}

/** A case of a table, marked or not. */
export function caseOf<T>(one: T | Seeing<T>): Seeing<T> {
  return one instanceof Seeing ? one : new Seeing([], one)
}

/** The faults that one check claims, added up as they are named. */
export class Claims implements Claiming {
  readonly faults: string[] = []
  readonly #check: string

  constructor(check: string) {
    this.#check = check
  }

  sees(...faults: readonly string[]): void {
    for (const fault of faults) {
      if (this.faults.includes(fault))
        throw new HarnessError(
          'harness-fault',
          `${this.#check} claims the fault ${fault} twice: name it once.`,
        )
      this.faults.push(fault)
    }
  }
}
