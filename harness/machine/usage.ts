import { lstatSync, readdirSync, readFileSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { orFallback } from '../errors.ts'

// Milliseconds per tick: the kernel reports hundredths of a second.
const msPerTick = 10
const pageBytes = 4_096

/** Returns the processor time that processes have used, including children that ended, in milliseconds. Linux only. */
export function processorMs(pids: readonly number[]): number {
  return pids.reduce((all, pid) => {
    const statText = orFallback(() => readFileSync(`/proc/${pid}/stat`, 'utf8'), '')
    // Splits after the last parenthesis: the name of the program is in parentheses, and may contain parentheses.
    const fields = statText.slice(statText.lastIndexOf(')') + 2).split(' ')
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    return all + ticks * msPerTick
  }, 0)
}

/**
 * Returns the bytes of memory that processes hold and do not share with other processes or with files on disk. Linux
 * only.
 */
export function memoryOf(pids: readonly number[]): number {
  return pids.reduce((all, pid) => {
    const [, resident = 0, shared = 0] = orFallback(() => readFileSync(`/proc/${pid}/statm`, 'utf8'), '')
      .split(' ')
      .map(Number)
    return all + (resident - shared) * pageBytes
  }, 0)
}

/** Returns the size of a file system and the free part; undefined if the system does not report them. */
export function freeBytes(directory: string): { readonly free: number; readonly total: number } | undefined {
  return orFallback(() => {
    const { bavail, blocks, bsize } = statfsSync(directory)
    return { free: bavail * bsize, total: blocks * bsize }
  }, undefined)
}

const blockBytes = 512
// Maximum number of counted files, so that counting is quick. The files of a directory with more files explain its
// size.
const maxEntries = 20_000

/** Returns the bytes that the files of a directory take on the disk, as far as they can be counted at once. */
export function bytesIn(directory: string): number {
  const pendingFolders = [directory]
  let bytes = 0
  let entryCount = 0
  for (
    let nextFolder = pendingFolders.pop();
    nextFolder !== undefined && entryCount < maxEntries;
    nextFolder = pendingFolders.pop()
  ) {
    const currentFolder = nextFolder
    for (const entry of orFallback(() => readdirSync(currentFolder, { withFileTypes: true }), [])) {
      const path = join(currentFolder, entry.name)
      entryCount++
      if (entry.isDirectory()) pendingFolders.push(path)
      else bytes += orFallback(() => lstatSync(path).blocks, 0) * blockBytes
    }
  }
  return bytes
}
