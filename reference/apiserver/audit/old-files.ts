import { readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { FlagValues } from '../../flags/flag-values.ts'
import { fault } from '../../quirks/quirks.ts'

const dayMs = 86_400_000

interface OldFile {
  readonly path: string
  readonly atMs: number
}

/** Removes rotated files beyond the limits of number and age, and compresses the rest if the flags require it. */
export function removeOldFiles(path: string, flags: FlagValues): void {
  const sortedFiles = oldFiles(path).toSorted((a, b) => b.atMs - a.atMs)
  const keptFiles = sortedFiles.filter(
    (file, index) => !isToBeRemoved(file, index, sortedFiles.length, flags),
  )
  for (const file of sortedFiles) if (!keptFiles.includes(file)) rmSync(file.path, { force: true })
  const isCompressed = flags.bool('audit-log-compress')
  for (const file of keptFiles) {
    if (file.path.endsWith('.gz')) continue
    if (isCompressed ? !fault('audit-log-not-compressed') : fault('audit-log-always-compressed')) {
      compress(file.path)
    }
  }
}

function isToBeRemoved({ atMs }: OldFile, index: number, count: number, flags: FlagValues): boolean {
  const maxCount = flags.number('audit-log-maxbackup') ?? 0
  const days = flags.number('audit-log-maxage') ?? 0
  if (maxCount > 0 && days > 0 && fault('audit-log-old-and-many-only')) {
    return index >= maxCount && Date.now() - atMs > days * dayMs
  }
  if (maxCount === 0 && index > 0 && fault('audit-log-maxbackup-0-is-one')) return true
  const positionFromNewest =
    maxCount > 0 && count > maxCount && fault('audit-log-newest-removed') ? count - index - 1 : index
  const exceedsCount = maxCount > 0 && positionFromNewest >= maxCount && !fault('audit-log-maxbackup-ignored')
  if (exceedsCount) return true
  if (days === 0) return false
  const exceedsAge = Date.now() - atMs > days * dayMs
  return exceedsAge ? !fault('audit-log-maxage-ignored') : fault('audit-log-maxage-0')
}

/** Returns the rotated files of a log. */
function oldFiles(path: string): OldFile[] {
  const directory = dirname(path)
  const extension = extname(path)
  const namePrefix = `${basename(path, extension)}-`
  return readdirSync(directory)
    .filter(
      (name) => name.startsWith(namePrefix) && (name.endsWith(extension) || name.endsWith(`${extension}.gz`)),
    )
    .map((name) => {
      const filePath = join(directory, name)
      return {
        path: filePath,
        atMs: rotatedAtMs(name.slice(namePrefix.length)) ?? statSync(filePath).mtimeMs,
      }
    })
}

/** Returns the time in the name of a rotated file; undefined if there is none. */
function rotatedAtMs(text: string): number | undefined {
  const timestampMatch = /^(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2}\.\d{3})/.exec(text)
  return timestampMatch === null
    ? undefined
    : Date.parse(`${timestampMatch[1]}T${timestampMatch[2]}:${timestampMatch[3]}:${timestampMatch[4]}Z`)
}

function compress(path: string): void {
  const { atime, mtime } = statSync(path)
  writeFileSync(`${path}.gz`, gzipSync(readFileSync(path)), { mode: 0o600 })
  utimesSync(`${path}.gz`, atime, mtime)
  rmSync(path)
}
