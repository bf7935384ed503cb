import { closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Whether this is the second, fourth, … of the starts that a directory counts: those have the faults, and the others
 * do not, like an implementation whose answers change from one start to the next.
 */
export function isEveryOther(directory: string): boolean {
  mkdirSync(directory, { recursive: true })
  for (let start = 1; ; start++) {
    try {
      // Only one process can make a file of this name.
      closeSync(openSync(join(directory, String(start)), 'wx'))
      return start % 2 === 0
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}
