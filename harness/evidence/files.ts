import { copyFileSync, linkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makeDirectory } from '../directory.ts'

/** A file of a check's evidence. */
export type EvidenceFile = SeenFile | StartFile

/** What was seen by then. */
export interface SeenFile {
  readonly name: string
  readonly parts: readonly (string | Uint8Array)[]
  /** What it is told of, where that goes on: a later check may find each of the parts grown. */
  readonly of?: object
}

/** A file on the disk that stays as it is. */
export interface StartFile {
  readonly name: string
  readonly path: string
}

/** Writes files where a person opens them. A link costs nothing where many checks share a start. */
export function saveFiles(directory: string, files: readonly EvidenceFile[]): void {
  for (const file of files) {
    const to = join(directory, file.name)
    makeDirectory(dirname(to))
    if ('path' in file) linkOrCopy(file.path, to)
    else writeFileSync(to, Buffer.concat(file.parts.map((part) => Buffer.from(part))))
  }
}

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to)
  }
}
