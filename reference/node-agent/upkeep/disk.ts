import { statfsSync } from 'node:fs'

/** How full a file system is. */
export interface Space {
  readonly capacity: number
  readonly available: number
  readonly inodes: number
  readonly inodesFree: number
}

/** How full the file system of a directory is; undefined when there is no such directory. */
export function spaceOf(directory: string): Space | undefined {
  try {
    const { bsize, blocks, bavail, files, ffree } = statfsSync(directory)
    return { capacity: blocks * bsize, available: bavail * bsize, inodes: files, inodesFree: ffree }
  } catch {
    return undefined
  }
}
