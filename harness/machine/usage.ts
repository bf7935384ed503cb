import { lstatSync, readdirSync, readFileSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { quietly } from '../errors.ts'

// The kernel counts in hundredths of a second for whoever reads it, whatever it counts in itself.
const msPerTick = 10
const pageBytes = 4_096

/** The processor time that processes have used, with that of children that ended, in milliseconds; Linux alone tells it. */
export function workedMs(pids: readonly number[]): number {
  return pids.reduce((all, pid) => {
    const stat = quietly(() => readFileSync(`/proc/${pid}/stat`, 'utf8'), '')
    // The name of the program stands in parentheses, and may have some itself.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    return all + ticks * msPerTick
  }, 0)
}

/** The bytes of memory that processes hold and share with nobody outside, or files on disk; Linux alone tells it. */
export function memoryOf(pids: readonly number[]): number {
  return pids.reduce((all, pid) => {
    const [, resident = 0, shared = 0] = quietly(() => readFileSync(`/proc/${pid}/statm`, 'utf8'), '')
      .split(' ')
      .map(Number)
    return all + (resident - shared) * pageBytes
  }, 0)
}

/** How much room a file system has, and how much is left; nothing where it does not tell. */
export function roomOf(directory: string): { readonly left: number; readonly of: number } | undefined {
  return quietly(() => {
    const { bavail, blocks, bsize } = statfsSync(directory)
    return { left: bavail * bsize, of: blocks * bsize }
  }, undefined)
}

const blockBytes = 512
// Nobody waits for more to be counted; what has so many files has its size by them.
const mostEntries = 20_000

/** The bytes that the files of a directory take on the disk, as far as they can be counted at once. */
export function bytesIn(directory: string): number {
  const open = [directory]
  let bytes = 0
  let entries = 0
  for (let next = open.pop(); next !== undefined && entries < mostEntries; next = open.pop()) {
    const inside = next
    for (const entry of quietly(() => readdirSync(inside, { withFileTypes: true }), [])) {
      const path = join(inside, entry.name)
      entries++
      if (entry.isDirectory()) open.push(path)
      else bytes += quietly(() => lstatSync(path).blocks, 0) * blockBytes
    }
  }
  return bytes
}
