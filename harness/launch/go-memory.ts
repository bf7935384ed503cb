import { totalmem } from 'node:os'
import { dialectOf } from '../target/dialects.ts'
import type { RunSettings } from '../target/settings.ts'

const mebibyte = 1024 * 1024
// Share of the memory for programs. The rest is for the harness, the peers and everything else on the machine.
const memoryShare = 0.5
// Maximum limit of a program; no check needs more memory.
const maxMebibytes = 2_048
// Minimum limit; with less memory, a program would collect garbage all the time.
const minMebibytes = 300

/**
 * Returns the environment in which Go programs start without garbage collection, because they live for seconds, and
 * garbage collection takes a third of the processor time of a start. At a memory limit the programs collect garbage
 * again, so that all programs fit into the machine.
 */
export function goMemory(
  { target, programsAtOnce }: Pick<RunSettings, 'target' | 'programsAtOnce'>,
  bytes = memoryOfMachine(),
): Readonly<Record<string, string>> {
  const { goMemoryLimit } = target
  if (goMemoryLimit === 'off' || dialectOf(target).runtime !== 'go') return {}
  if (goMemoryLimit !== undefined) return { GOGC: 'off', GOMEMLIMIT: goMemoryLimit }
  const bytesPerProgram = Math.floor((bytes * memoryShare) / mebibyte / programsAtOnce)
  return bytesPerProgram < minMebibytes
    ? {}
    : { GOGC: 'off', GOMEMLIMIT: `${Math.min(bytesPerProgram, maxMebibytes)}MiB` }
}

/** Returns the memory that this process may use: the limit of a container, if there is one. */
function memoryOfMachine(): number {
  const constrainedBytes = process.constrainedMemory()
  return constrainedBytes > 0 ? Math.min(constrainedBytes, totalmem()) : totalmem()
}
