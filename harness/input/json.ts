import { HarnessError, messageOf } from '../errors.ts'
import { interrupts } from '../interrupts.ts'
import type { InputKind } from './kinds.ts'
import { readInput } from './read.ts'

/**
 * Returns the content of a JSON file given by a user. While it reads, a signal ends the process at once.
 * @throws HarnessError `config-fault` if the file is not a regular file or not JSON; the system error if it cannot be
 * read
 */
export function readJson(path: string, kind: InputKind): unknown {
  return interrupts.runInterruptibly(() => {
    const text = readInput(path, kind)
    try {
      return JSON.parse(text) as unknown
    } catch (thrown) {
      throw new HarnessError('config-fault', `${path}: it cannot be read as JSON (${messageOf(thrown)}).`, {
        cause: thrown,
      })
    }
  })
}
