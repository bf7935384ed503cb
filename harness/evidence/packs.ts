import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { CompressedFile } from './compressed-file.ts'
import type { EvidenceFile } from './files.ts'
import { packEnding, packLines, type PackedFile } from './pack.ts'

/** Folder of packs, below a run's output directory. */
export const packsFolder = join('evidence', 'packs')

/**
 * Returns the pack with the evidence of a suite file's checks, relative to the output directory. Each attempt has a
 * separate pack.
 */
export function packOf(suiteFile: string, attempt = 1): string {
  const name = suiteFile
    .replace(/^.*?\bsuites\//, '')
    .replace(/\.suite\.[jt]s$/, '')
    .replaceAll(/[^\w.-]+/g, '.')
    .replace(/^\.+/, '')
    .slice(-120)
  return join(packsFolder, `${name}${attempt === 1 ? '' : `.attempt-${attempt}`}${packEnding}`)
}

/** Packs that this process has written, with the ids of their contents. */
const openPacks = new Map<string, { readonly file: CompressedFile; readonly knownIds: Set<string> }>()

/** Appends the evidence of a check to a pack. */
export function appendTo(pack: string, check: string, files: readonly EvidenceFile[]): void {
  // A pack that no longer exists was removed with all its content.
  const openPack = existsSync(pack) ? openPacks.get(pack) : undefined
  const { file, knownIds } = openPack ?? { file: new CompressedFile(pack), knownIds: new Set() }
  openPacks.set(pack, { file, knownIds })
  mkdirSync(dirname(pack), { recursive: true })
  file.append(packLines(check, files.map(toPackedFile), knownIds))
}

/** Pack of known failures. Separate from the packs of the workers, because each pack has only one writer. */
export const knownPack = join(packsFolder, `known-failing${packEnding}`)

/** Moves the files of a check's folder to the end of a pack. */
export function moveInto(pack: string, check: string, folder: string): void {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  const files = paths.map((path) => ({ name: relative(folder, path), parts: [readFileSync(path)] }))
  appendTo(pack, check, files)
  rmSync(folder, { recursive: true })
}

function toPackedFile(file: EvidenceFile): PackedFile {
  if ('path' in file) return { name: file.name, parts: [bytesOf(file.path)] }
  const { owner } = file
  if (owner === undefined) return file
  const parts = file.parts.flatMap((part, index): readonly (string | Uint8Array)[] =>
    typeof part === 'string' ? splitGrownText(owner, `${index} ${file.name}`, part) : [part],
  )
  return { name: file.name, parts }
}

// Parts of each growing text, by the owner of the text: the output of a shared program grows from one check to the
// next.
const textsByOwner = new WeakMap<object, Map<string, readonly string[]>>()
// Maximum number of parts of a text, since each check lists all parts.
const maxParts = 16

/** Splits a text into the part that an earlier check saw, and the rest. */
function splitGrownText(of: object, name: string, text: string): readonly string[] {
  const texts = textsByOwner.get(of) ?? new Map<string, readonly string[]>()
  textsByOwner.set(of, texts)
  const oldParts = texts.get(name) ?? []
  const oldText = oldParts.join('')
  const isContinued = text.startsWith(oldText) && oldParts.length < maxParts
  const parts = isContinued ? [...oldParts, text.slice(oldText.length)].filter((part) => part !== '') : [text]
  texts.set(name, parts)
  return parts
}

// Files of a start do not change, and many checks share a start.
const fileCache = new Map<string, { readonly stamp: string; readonly bytes: Uint8Array }>()
const maxCachedFiles = 64

function bytesOf(path: string): Uint8Array {
  const { mtimeMs, size, ino } = statSync(path)
  const stamp = `${ino} ${mtimeMs} ${size}`
  const cachedFile = fileCache.get(path)
  if (cachedFile?.stamp === stamp) return cachedFile.bytes
  const bytes = readFileSync(path)
  if (fileCache.size >= maxCachedFiles) fileCache.clear()
  fileCache.set(path, { stamp, bytes })
  return bytes
}
