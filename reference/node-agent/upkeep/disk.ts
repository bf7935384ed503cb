import { statfsSync } from 'node:fs'

/** Usage of a file system. */
export interface Space {
  readonly capacity: number
  readonly available: number
  readonly inodes: number
  readonly inodesFree: number
}

/** Returns the usage of the file system of a directory, or undefined when there is no such directory. */
export function spaceOf(directory: string): Space | undefined {
  try {
    const { bsize, blocks, bavail, files, ffree } = statfsSync(directory)
    return { capacity: blocks * bsize, available: bavail * bsize, inodes: files, inodesFree: ffree }
  } catch {
    return undefined
  }
}
