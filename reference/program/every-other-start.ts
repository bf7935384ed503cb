import { closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Reports whether this is the second, fourth, … start that a directory has counted. Only these starts have the faults,
 * like an implementation whose responses change from one start to the next.
 */
export function isFaultyStart(directory: string): boolean {
  mkdirSync(directory, { recursive: true })
  for (let start = 1; ; start++) {
    try {
      // Only one process can create a file of this name.
      closeSync(openSync(join(directory, String(start)), 'wx'))
      return start % 2 === 0
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}
