// Runtime of a mutated program: the active mutant, and a file that records the reached mutants.
import { openSync, writeSync } from 'node:fs'

/** Id of the active mutant, from an environment variable. */
const activeMutant = process.env.ORCH_MUTANT
/** Path of the file for the ids of reached mutants, from an environment variable. */
const path = process.env.ORCH_MUTANT_REACH

/** Reports whether a mutant is the active one. */
export const stryMutAct_9fa48 = (id) => id === activeMutant

/** Records that the code of mutants is about to run. */
export const stryCov_9fa48 = path === undefined || path === '' ? () => {} : recorderOf(path)

function recorderOf(path) {
  const file = openSync(path, 'a', 0o600)
  const knownIds = new Set()
  let pendingIds = []
  const flush = () => {
    if (pendingIds.length === 0) return
    const text = `${pendingIds.join('\n')}\n`
    pendingIds = []
    writeSync(file, text)
  }
  process.on('exit', flush)
  return (...ids) => {
    for (const id of ids) {
      if (knownIds.has(id)) continue
      knownIds.add(id)
      // A killed process has not recorded the mutants of its last few milliseconds.
      if (pendingIds.length === 0) setImmediate(flush).unref()
      pendingIds.push(id)
    }
  }
}
