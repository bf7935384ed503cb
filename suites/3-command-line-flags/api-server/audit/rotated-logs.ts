import { renameSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { becomesTrue, HarnessError, shared } from '#kit'
import type { Flags } from '#kit/launch.ts'
import { startServer } from '../../../shared/api-server.ts'
import { entryOf } from '../../../shared/audit/log-reader.ts'
import { sendRequests, auditSinks, firstPath, freshPaths } from '../../../shared/audit/fixture.ts'

// Padding of request paths, within the usual header limit of 16 KiB. About ninety such requests produce a megabyte of
// events.
const paddingText = 'x'.repeat(11_500)
/** Number of requests that each log records: they fill four files and begin a fifth. */
export const requests = 400
/** Number of rotated files that `limitedLogs` keeps. */
export const maxBackups = 2
/** Maximum number of files that is never reached, so that only the age of a file can remove it. */
const manyBackups = 50
// Long enough for files to be removed and compressed in the background.
const cleanUpWithinMs = 8_000
const oneDayMs = 86_400_000

/**
 * Returns a log with rotation: `start` starts a server that writes the log, `recordedFiles` the content of its
 * directory after several megabytes of events.
 */
function rotatedLogs(flags: Flags, isTidied: (fileCount: number, compressedCount: number) => boolean) {
  const sinks = auditSinks()
  const start = async (more: Flags = {}) => {
    const startedSinks = await sinks()
    const rotationFlags = { '--audit-webhook-config-file': undefined, '--audit-log-maxsize': 1, ...flags }
    return { ...startedSinks, server: await startServer(startedSinks.spec({ ...rotationFlags, ...more })) }
  }
  const recordedFiles = shared(async () => {
    const { server, log } = await start()
    await server.request({ path: firstPath })
    const firstPaths = await sendRequests(server, freshPaths(70, paddingText))
    const earlyCount = log.rotatedFiles().length
    const paths = [
      ...firstPaths,
      ...(await sendRequests(server, freshPaths(requests - firstPaths.length, paddingText))),
    ]
    await becomesTrue(() => {
      const rotatedFiles = log.rotatedFiles()
      return isTidied(rotatedFiles.length, rotatedFiles.filter(({ isCompressed }) => isCompressed).length)
    }, cleanUpWithinMs)
    await server.stop()
    return {
      log,
      paths,
      earlyFileCount: earlyCount,
      rotated: log.rotatedFiles(),
      currentFile: log.files().find(({ name }) => log.path.endsWith(name)),
    }
  })
  return { recordedFiles, start }
}

/** Log whose rotated files are all kept. */
export const unlimitedLogs = rotatedLogs({ '--audit-log-maxbackup': 0 }, (fileCount) => fileCount >= 4)
/** Log that keeps only its newest rotated files, compressed. No file exceeds the maximum age. */
export const limitedLogs = rotatedLogs(
  { '--audit-log-maxbackup': maxBackups, '--audit-log-maxage': 30, '--audit-log-compress': true },
  (fileCount, compressedCount) => fileCount === maxBackups && compressedCount === fileCount,
)

/** Makes a rotated file three days older by its modification time and by the date in its name, if any. */
function renameToOldDate(directory: string, name: string): string {
  const oldDate = new Date(Date.now() - 3 * oneDayMs)
  const [dashed, plain] = [
    oldDate.toISOString().slice(0, 10),
    oldDate.toISOString().slice(0, 10).replaceAll('-', ''),
  ]
  const oldName = name.replace(/\d{4}-\d{2}-\d{2}/, dashed).replace(/(?<!\d)20\d{6}(?!\d)/, plain)
  renameSync(join(directory, name), join(directory, oldName))
  utimesSync(join(directory, oldName), oldDate, oldDate)
  return oldName
}

/**
 * Remaining rotated files and events of a log after the age of one file was set to three days and another server was
 * started.
 */
export const agedLogs = shared(async () => {
  const { log } = await unlimitedLogs.recordedFiles()
  const names = log
    .rotatedFiles()
    .map(({ name }) => name)
    .toSorted()
  const [first] = names
  if (first === undefined)
    throw new HarnessError('untestable', 'There is no rotated file that could be made older.')
  const oldestName = renameToOldDate(log.directory, first)
  const eventUris = (): Set<string> =>
    new Set(
      log
        .files()
        .filter(({ name }) => name !== oldestName)
        .flatMap(({ lines }) => lines.flatMap((line) => entryOf(line).event?.requestURI ?? [])),
    )
  const earlierUris = eventUris()
  const { server } = await unlimitedLogs.start({
    '--audit-log-maxage': 1,
    '--audit-log-maxbackup': manyBackups,
  })
  await sendRequests(server, freshPaths(1, paddingText))
  const remainingNames = () => log.rotatedFiles().map(({ name }) => name)
  await becomesTrue(() => !remainingNames().includes(oldestName), cleanUpWithinMs)
  await server.stop()
  const laterUris = eventUris()
  return {
    old: oldestName,
    young: names.slice(1),
    left: remainingNames(),
    earlierEvents: earlierUris.size,
    lostEvents: [...earlierUris].filter((uri) => !laterUris.has(uri)).length,
  }
})
