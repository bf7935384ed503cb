import { outOfMemoryKills, fileWatches, freeMemory, freeSpace, openFiles } from './supplies.ts'

// Minimum limit of open files: each program and each process with mock peers has a few hundred.
const minOpenFiles = 4_096
const minMachineFiles = 2_048
// Minimum number of free inotify instances: a node agent needs some ten, an API server one or two.
const minInstances = 32
const minWatches = 2_048
const mebibyte = 1024 * 1024
// Disk space that a whole run writes, in bytes.
const minFreeSpace = 1_024 * mebibyte
// Memory of a large API server with its peers, in bytes.
const minJobMemory = 384 * mebibyte

/**
 * Returns the resources that this machine has too little of for a run, a sentence each, with the limit to raise.
 * @param directories directories of results and temporary files
 * @param jobs number of suite files that run at once
 */
export function shortages(directories: readonly string[], jobs: number): string[] {
  const files = openFiles()
  const watches = fileWatches()
  const memory = freeMemory()
  return [
    ...(files !== undefined && files.program < minOpenFiles
      ? [`A program may open ${files.program} files, and ${minOpenFiles} are enough. ${adviceTexts.files}`]
      : []),
    ...(files !== undefined && files.machine.remaining < minMachineFiles
      ? [
          `This machine may open ${files.machine.remaining} more files of ${files.machine.total}. ${adviceTexts.machineFiles}`,
        ]
      : []),
    ...(watches !== undefined && watches.instances.remaining < minInstances
      ? [
          `${watches.instances.remaining} of ${watches.instances.total} inotify instances are left to this user, and ${minInstances} are enough. ${adviceTexts.instances}`,
        ]
      : []),
    ...(watches !== undefined && watches.watches.remaining < minWatches
      ? [
          `${watches.watches.remaining} of ${watches.watches.total} inotify watches are left to this user, and ${minWatches} are enough. ${adviceTexts.watches}`,
        ]
      : []),
    ...[...new Set(directories)].flatMap((directory) => {
      const space = freeSpace(directory)
      return space === undefined || space >= minFreeSpace
        ? []
        : [
            `${inMebibytes(space)} are free in ${directory}, and a whole run may write ${inMebibytes(minFreeSpace)}. ${adviceTexts.space}`,
          ]
    }),
    ...(memory < minJobMemory * jobs
      ? [
          `${inMebibytes(memory)} of memory are free, and ${jobs} suite files at once may take ${inMebibytes(minJobMemory * jobs)}. ${adviceTexts.memory}`,
        ]
      : []),
  ]
}

const adviceTexts = {
  files: 'Raise the limit: ulimit -n 4096.',
  machineFiles: 'Raise the limit: sysctl fs.file-max.',
  instances: 'Raise the limit: sysctl fs.inotify.max_user_instances=512.',
  watches: 'Raise the limit: sysctl fs.inotify.max_user_watches=65536.',
  space: 'Free some, or name another place (--out, TMPDIR).',
  memory: 'Free some, or give a lower --jobs.',
} as const

// Free amounts below which a lack of the resource explains a failure. They are not 0, because the failed program has
// already returned its share.
const shortageLimits = {
  machineFiles: 256,
  instances: 16,
  watches: 256,
  space: 64 * mebibyte,
  memory: 192 * mebibyte,
}

// Messages of the system and of common runtimes about an exhausted resource, with the functions that find the resource.
const signs: readonly (readonly [
  says: RegExp,
  wants: readonly ((directory: string) => string | undefined)[],
])[] = [
  [/too many open files|\bE[MN]FILE\b/i, [fileShortage, instanceShortage]],
  [/inotify/i, [instanceShortage, watchShortage]],
  [/no space left on device|\bENOSPC\b|disk quota exceeded|\bEDQUOT\b/i, [spaceShortage, watchShortage]],
  [/cannot allocate memory|\bENOMEM\b|out of memory/i, [memoryShortage]],
]

/**
 * Returns the resource that a program reports as exhausted, if this machine indeed has hardly any of it. A program that
 * reports a shortage while there is plenty has failed by itself.
 * @param text output of the program
 * @param directory directory of the program
 * @returns a sentence with the limit to raise
 */
export function shortageOfProgram(text: string, directory: string): string | undefined {
  for (const [says, wants] of signs) {
    if (!says.test(text)) continue
    for (const findShortage of wants) {
      const shortage = findShortage(directory)
      if (shortage !== undefined) return shortage
    }
  }
  return undefined
}

const killsBefore = outOfMemoryKills()

/** Returns the reason why the system may have ended a program: a lack of memory. */
export function memoryShortage(): string | undefined {
  return outOfMemoryKills() > killsBefore || freeMemory() < shortageLimits.memory
    ? `This machine ran out of memory. ${adviceTexts.memory}`
    : undefined
}

function fileShortage(): string | undefined {
  const files = openFiles()
  if (files === undefined) return undefined
  if (files.program < minOpenFiles)
    return `A program may open ${files.program} files here, which is too few. ${adviceTexts.files}`
  return files.machine.remaining < shortageLimits.machineFiles
    ? `This machine may open ${files.machine.remaining} more files. ${adviceTexts.machineFiles}`
    : undefined
}

function instanceShortage(): string | undefined {
  const { instances } = fileWatches() ?? {}
  return instances !== undefined && instances.remaining < shortageLimits.instances
    ? `${instances.remaining} of ${instances.total} inotify instances are left to this user. ${adviceTexts.instances}`
    : undefined
}

function watchShortage(): string | undefined {
  const { watches } = fileWatches() ?? {}
  return watches !== undefined && watches.remaining < shortageLimits.watches
    ? `${watches.remaining} of ${watches.total} inotify watches are left to this user. ${adviceTexts.watches}`
    : undefined
}

function spaceShortage(directory: string): string | undefined {
  const space = freeSpace(directory)
  return space !== undefined && space < shortageLimits.space
    ? `${inMebibytes(space)} are free in ${directory}. ${adviceTexts.space}`
    : undefined
}

function inMebibytes(bytes: number): string {
  return `${Math.floor(bytes / mebibyte)} MiB`
}
