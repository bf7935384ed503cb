import type { FaultName } from '../quirks/names.ts'
import { fault } from '../quirks/quirks.ts'
import { Refusal } from '../flags/refusal.ts'

/** Collects the problems of one configuration file, each with the path of its field. */
export class Problems {
  readonly #found: string[] = []

  /** Adds a problem that no fault hides. */
  add(path: string, says: string): void {
    this.#found.push(path === '' ? says : `${path}: ${says}`)
  }

  /** Adds a problem unless the rule is satisfied. The fault hides it. */
  require(holds: boolean, path: string, says: string, name: FaultName): void {
    if (!holds && !fault(name)) this.add(path, says)
  }

  /** With the fault, adds a legal case as a problem. */
  forbid(legalCase: boolean, path: string, name: FaultName): void {
    if (legalCase && fault(name)) this.add(path, 'not supported')
  }

  /** Removes all problems, or those of some paths. Only faults use it. */
  forget(isForgotten: (path: string) => boolean = () => true): void {
    const kept = this.#found.filter((problem) => !isForgotten(problem))
    this.#found.splice(0, this.#found.length, ...kept)
  }

  /** Throws a Refusal with the file and all problems in one line. Has no effect without problems. */
  refuse(file: string, order: { readonly lastFirst: boolean }): void {
    if (this.#found.length === 0) return
    const lines = order.lastFirst ? this.#found.toReversed() : this.#found
    throw new Refusal(`${file}: ${lines.join('; ').replaceAll('\n', ' ')}`)
  }
}
