import { endedForMemory, fileWatches, freeMemory, freeSpace, openFiles } from './supplies.ts'

// Each program, and each process that plays its peers, holds a few hundred at most; a limit below leaves no room.
const enoughFiles = 4_096
const enoughMachineFiles = 2_048
// A node agent takes some ten of them, an API server one or two.
const enoughInstances = 32
const enoughWatches = 2_048
const mebibyte = 1024 * 1024
// What a whole run writes.
const enoughSpace = 1_024 * mebibyte
// A large API server beside its peers.
const enoughMemoryOfJob = 384 * mebibyte

/**
 * What this machine has too little of for a run, a sentence each, with what to raise.
 * @param directories where results and temporary files go
 * @param jobs how many suite files run at once
 */
export function shortages(directories: readonly string[], jobs: number): string[] {
  const files = openFiles()
  const watches = fileWatches()
  const memory = freeMemory()
  return [
    ...(files !== undefined && files.program < enoughFiles
      ? [`A program may open ${files.program} files, and ${enoughFiles} are enough. ${raise.files}`]
      : []),
    ...(files !== undefined && files.machine.left < enoughMachineFiles
      ? [
          `This machine may open ${files.machine.left} more files of ${files.machine.of}. ${raise.machineFiles}`,
        ]
      : []),
    ...(watches !== undefined && watches.instances.left < enoughInstances
      ? [
          `${watches.instances.left} of ${watches.instances.of} inotify instances are left to this user, and ${enoughInstances} are enough. ${raise.instances}`,
        ]
      : []),
    ...(watches !== undefined && watches.watches.left < enoughWatches
      ? [
          `${watches.watches.left} of ${watches.watches.of} inotify watches are left to this user, and ${enoughWatches} are enough. ${raise.watches}`,
        ]
      : []),
    ...[...new Set(directories)].flatMap((directory) => {
      const space = freeSpace(directory)
      return space === undefined || space >= enoughSpace
        ? []
        : [
            `${inMebibytes(space)} are free in ${directory}, and a whole run may write ${inMebibytes(enoughSpace)}. ${raise.space}`,
          ]
    }),
    ...(memory < enoughMemoryOfJob * jobs
      ? [
          `${inMebibytes(memory)} of memory are free, and ${jobs} suite files at once may take ${inMebibytes(enoughMemoryOfJob * jobs)}. ${raise.memory}`,
        ]
      : []),
  ]
}

const raise = {
  files: 'Raise the limit: ulimit -n 4096.',
  machineFiles: 'Raise the limit: sysctl fs.file-max.',
  instances: 'Raise the limit: sysctl fs.inotify.max_user_instances=512.',
  watches: 'Raise the limit: sysctl fs.inotify.max_user_watches=65536.',
  space: 'Free some, or name another place (--out, TMPDIR).',
  memory: 'Free some, or give a lower --jobs.',
} as const

// What may be left to others when a program has failed for want of it, and has given back its own by then.
const wantOf = {
  machineFiles: 256,
  instances: 16,
  watches: 256,
  space: 64 * mebibyte,
  memory: 192 * mebibyte,
}

// How the system and the usual runtimes say that something is used up, with what that may be.
const signs: readonly (readonly [
  says: RegExp,
  wants: readonly ((directory: string) => string | undefined)[],
])[] = [
  [/too many open files|\bE[MN]FILE\b/i, [wantsFiles, wantsInstances]],
  [/inotify/i, [wantsInstances, wantsWatches]],
  [/no space left on device|\bENOSPC\b|disk quota exceeded|\bEDQUOT\b/i, [wantsSpace, wantsWatches]],
  [/cannot allocate memory|\bENOMEM\b|out of memory/i, [memoryShortage]],
]

/**
 * What a program lacked that says so, where this machine indeed has hardly any: one that only says so, while there is
 * plenty, has failed by itself.
 * @param said what the program printed
 * @param directory its own
 * @returns a sentence with what to raise
 */
export function shortageBehind(said: string, directory: string): string | undefined {
  for (const [says, wants] of signs) {
    if (!says.test(said)) continue
    for (const want of wants) {
      const why = want(directory)
      if (why !== undefined) return why
    }
  }
  return undefined
}

const endedBefore = endedForMemory()

/** Why the system may have ended a program that nobody else did. */
export function memoryShortage(): string | undefined {
  return endedForMemory() > endedBefore || freeMemory() < wantOf.memory
    ? `This machine ran out of memory. ${raise.memory}`
    : undefined
}

function wantsFiles(): string | undefined {
  const files = openFiles()
  if (files === undefined) return undefined
  if (files.program < enoughFiles)
    return `A program may open ${files.program} files here, which is too few. ${raise.files}`
  return files.machine.left < wantOf.machineFiles
    ? `This machine may open ${files.machine.left} more files. ${raise.machineFiles}`
    : undefined
}

function wantsInstances(): string | undefined {
  const { instances } = fileWatches() ?? {}
  return instances !== undefined && instances.left < wantOf.instances
    ? `${instances.left} of ${instances.of} inotify instances are left to this user. ${raise.instances}`
    : undefined
}

function wantsWatches(): string | undefined {
  const { watches } = fileWatches() ?? {}
  return watches !== undefined && watches.left < wantOf.watches
    ? `${watches.left} of ${watches.of} inotify watches are left to this user. ${raise.watches}`
    : undefined
}

function wantsSpace(directory: string): string | undefined {
  const space = freeSpace(directory)
  return space !== undefined && space < wantOf.space
    ? `${inMebibytes(space)} are free in ${directory}. ${raise.space}`
    : undefined
}

function inMebibytes(bytes: number): string {
  return `${Math.floor(bytes / mebibyte)} MiB`
}
