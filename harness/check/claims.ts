import { HarnessError } from '../errors.ts'

/** A declared check, which may claim faults. */
export interface Claim {
  /**
   * Names the faults of the reference that must break the check; no other fault may break it.
   * @throws HarnessError `harness-fault` if a check claims a fault twice
   */
  sees(...faults: readonly string[]): void
}

/** Case of a table, with the faults that its check detects in addition to the faults of the whole table. */
export class SeenCase<T> {
  readonly faults: readonly string[]
  readonly value: T
  /** The words in the id of the check, if its title has been changed. */
  readonly id: string | undefined

  constructor(faults: readonly string[], value: T, id?: string) {
    this.faults = faults
    this.value = value
    this.id = id
  }
}

/**
 * Function that returns the faults that the check of one case detects, given the value and the name of the
 * case.
 */
export type FaultsOf<T> = (value: T, name: string) => string | readonly string[] | undefined

/** Declared checks of a table, which may claim faults. */
export interface ClaimAll<T> {
  /**
   * Names the faults that must break each check, in addition to those of its case.
   * @throws HarnessError `harness-fault` if a check claims a fault twice
   */
  sees(...faults: readonly (string | FaultsOf<T>)[]): void
}

/** Cases of a table, keyed by the text that replaces `%s` in the title. */
export type NamedCases<T> = Readonly<Record<string, T | SeenCase<T>>>

/** Type of the value that the body of a check receives for a case. */
export type ValueOf<Case> = Case extends SeenCase<infer Value> ? Value : Case

/** Marks a case of a table whose check detects these faults in addition to those of the table. */
export function seeing<const T>(faults: readonly string[], value: T): SeenCase<T> {
  return new SeenCase(faults, value)
}

/** Marks a case of a table whose key was changed. The id of its check keeps the former key. */
export function formerly<const T>(id: string, value: T | SeenCase<T>): SeenCase<T> {
  const { faults, value: own } = caseOf(value)
  return new SeenCase(faults, own, id)
}

/** Wraps the value of an unmarked case; a marked case is returned unchanged. */
export function caseOf<T>(one: T | SeenCase<T>): SeenCase<T> {
  return one instanceof SeenCase ? one : new SeenCase([], one)
}

/** The faults that one check claims, in the order of the calls of `sees`. */
export class Claims implements Claim {
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
