import { HarnessError, messageOf } from '../errors.ts'
import { interrupts } from '../interrupts.ts'
import type { InputKind } from './kinds.ts'
import { readInput } from './read.ts'

/**
 * What a file of JSON holds that somebody gives the harness; a signal ends the process at any moment meanwhile.
 * @throws HarnessError `config-fault` where it is no such file, or no JSON; what the system says where it cannot be read
 */
export function readJson(path: string, kind: InputKind): unknown {
  return interrupts.during(() => {
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
