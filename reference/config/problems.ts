import type { Quirks } from '../quirks/quirks.ts'
import { Refusal } from '../flags/refusal.ts'

/** Collects what is wrong with one configuration file, each with the path of its field. */
export class Problems<Fault extends string = string> {
  readonly #found: string[] = []
  readonly #quirks: Quirks<Fault>

  constructor(quirks: Quirks<Fault>) {
    this.#quirks = quirks
  }

  /** Notes a problem that no fault can hide. */
  add(path: string, says: string): void {
    this.#found.push(path === '' ? says : `${path}: ${says}`)
  }

  /** Notes a problem unless the rule holds; the fault hides it. */
  require(holds: boolean, path: string, says: string, fault: Fault): void {
    if (!holds && !this.#quirks.fault(fault)) this.add(path, says)
  }

  /** With the fault, notes a legal case as a problem. */
  forbid(legalCase: boolean, path: string, fault: Fault): void {
    if (legalCase && this.#quirks.fault(fault)) this.add(path, 'not supported')
  }

  /** Forgets all that was noted; only faults ask for it. */
  forget(): void {
    this.#found.length = 0
  }

  /** Throws a Refusal that names the file and every problem in one line; does nothing without problems. */
  refuse(file: string, freedom: { readonly lastFirst: boolean }): void {
    if (this.#found.length === 0) return
    const lines = freedom.lastFirst ? this.#found.toReversed() : this.#found
    throw new Refusal(`${file}: ${lines.join('; ').replaceAll('\n', ' ')}`)
  }
}
