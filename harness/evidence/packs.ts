import { appendFileSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { EvidenceFile } from './files.ts'
import { packed, packEnding, type PackedFile } from './pack.ts'

/** The folder of packs, below a run's output directory. */
export const packsFolder = join('evidence', 'packs')

/** Where the evidence of the checks of a suite file lies, relative to the output directory; each attempt has its own. */
export function packOf(suiteFile: string, attempt = 1): string {
  const name = suiteFile
    .replace(/^.*?\bsuites\//, '')
    .replace(/\.suite\.[jt]s$/, '')
    .replaceAll(/[^\w.-]+/g, '.')
    .replace(/^\.+/, '')
    .slice(-120)
  return join(packsFolder, `${name}${attempt === 1 ? '' : `.attempt-${attempt}`}${packEnding}`)
}

/** Which contents this process wrote into a pack. */
const written = new Map<string, Set<string>>()

/** Appends what a check left to a pack. */
export function appendTo(pack: string, check: string, files: readonly EvidenceFile[]): void {
  // A pack that is gone was taken away with all that it held.
  const known = (existsSync(pack) ? written.get(pack) : undefined) ?? new Set()
  written.set(pack, known)
  const bytes = packed(check, files.map(asPacked), known)
  mkdirSync(dirname(pack), { recursive: true })
  appendFileSync(pack, bytes)
}

function asPacked(file: EvidenceFile): PackedFile {
  if ('path' in file) return { name: file.name, parts: [bytesOf(file.path)] }
  const { of } = file
  if (of === undefined) return file
  const parts = file.parts.flatMap((part, index): readonly (string | Uint8Array)[] =>
    typeof part === 'string' ? grown(of, `${index} ${file.name}`, part) : [part],
  )
  return { name: file.name, parts }
}

// What a program of many checks printed grows from one to the next.
const before = new WeakMap<object, Map<string, readonly string[]>>()
// Each check names them all.
const mostParts = 16

/** A text as what an earlier check saw of it, and what has come since. */
function grown(of: object, name: string, text: string): readonly string[] {
  const texts = before.get(of) ?? new Map<string, readonly string[]>()
  before.set(of, texts)
  const old = texts.get(name) ?? []
  const whole = old.join('')
  const goesOn = text.startsWith(whole) && old.length < mostParts
  const parts = goesOn ? [...old, text.slice(whole.length)].filter((part) => part !== '') : [text]
  texts.set(name, parts)
  return parts
}

// Files of a start do not change, and many checks share one.
const read = new Map<string, { readonly stamp: string; readonly bytes: Uint8Array }>()
const mostRead = 64

function bytesOf(path: string): Uint8Array {
  const { mtimeMs, size, ino } = statSync(path)
  const stamp = `${ino} ${mtimeMs} ${size}`
  const known = read.get(path)
  if (known?.stamp === stamp) return known.bytes
  const bytes = readFileSync(path)
  if (read.size >= mostRead) read.clear()
  read.set(path, { stamp, bytes })
  return bytes
}
