import { copyFileSync, linkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makeDirectory } from '../directory.ts'

/** A file of a check's evidence. */
export type EvidenceFile = ContentFile | ExistingFile

/** A file with the content at the time of the check. */
export interface ContentFile {
  readonly name: string
  readonly parts: readonly (string | Uint8Array)[]
  /** Owner of content that grows, such as a program: a later file of the same owner may continue this content. */
  readonly owner?: object
}

/** A file on the disk that does not change. */
export interface ExistingFile {
  readonly name: string
  readonly path: string
}

/**
 * Writes files into a directory. Existing files are linked where possible, because many checks share the files of a
 * start.
 */
export function saveFiles(directory: string, files: readonly EvidenceFile[]): void {
  for (const file of files) {
    const targetPath = join(directory, file.name)
    makeDirectory(dirname(targetPath))
    if ('path' in file) linkOrCopy(file.path, targetPath)
    else writeFileSync(targetPath, Buffer.concat(file.parts.map((part) => Buffer.from(part))))
  }
}

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to)
  }
}
