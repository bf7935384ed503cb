import type { FaultName } from '../quirks/names.ts'
import { fault } from '../quirks/quirks.ts'
import { Refusal } from '../flags/refusal.ts'

/** Collects the problems of one configuration file, each with the path of its field. */
export class Problems {
  readonly #messages: string[] = []

  /** Adds a problem that no fault hides. */
  add(path: string, message: string): void {
    this.#messages.push(path === '' ? message : `${path}: ${message}`)
  }

  /** Adds a problem if a rule is violated, unless the fault hides the violation. */
  require(isMet: boolean, path: string, message: string, name: FaultName): void {
    if (!isMet && !fault(name)) this.add(path, message)
  }

  /** Adds a problem for a legal case if the fault is enabled. */
  forbid(legalCase: boolean, path: string, name: FaultName): void {
    if (legalCase && fault(name)) this.add(path, 'not supported')
  }

  /** Removes all problems, or the problems of the selected paths. Only faults use this method. */
  forget(isForgotten: (path: string) => boolean = () => true): void {
    const reportedProblems = this.#messages.filter((problem) => !isForgotten(problem))
    this.#messages.splice(0, this.#messages.length, ...reportedProblems)
  }

  /** Throws a Refusal with the file and all problems in one line, if there are any. */
  refuse(file: string, order: { readonly lastFirst: boolean }): void {
    if (this.#messages.length === 0) return
    const lines = order.lastFirst ? this.#messages.toReversed() : this.#messages
    throw new Refusal(`${file}: ${lines.join('; ').replaceAll('\n', ' ')}`)
  }
}
