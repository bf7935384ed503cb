import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { orFallback } from '#harness/errors.ts'
import type { CheckEvent, TimelineEntry } from '#harness/events.ts'
import { isSearched, type Records } from '#harness/evidence/origin.ts'
import { readInput } from '#harness/input/read.ts'
import { filesIn } from '../certificate/files.ts'
import { isPack, packReader } from '../packs.ts'

/** Returns a reader of the records of checks; `undefined` if a check has none that can be read. */
export function recordsReader(outDir: string): (event: CheckEvent) => Records | undefined {
  const openPack = packReader()
  const filesOf = ({ id, evidence }: CheckEvent): ReadonlyMap<string, () => string> | undefined => {
    if (evidence === undefined) return undefined
    const path = join(outDir, evidence)
    if (!isPack(evidence)) return folderFiles(path)
    const files = [...(openPack(path).get(id) ?? [])]
    return new Map(files.map(([name, parts]) => [name, () => Buffer.concat(parts).toString('utf8')]))
  }
  return (event) => {
    const files = filesOf(event)
    const timeline = orFallback(() => entriesIn(files?.get('timeline.json')?.()), undefined)
    if (files === undefined || timeline === undefined) return undefined
    const searchedTexts = [...files]
      .filter(([name]) => isSearched(name))
      .map(([name, text]) => [name, text()] as const)
    return { timeline, texts: new Map(searchedTexts) }
  }
}

function folderFiles(folder: string): ReadonlyMap<string, () => string> | undefined {
  if (!existsSync(folder)) return undefined
  const files = filesIn(folder, () => false)
  return new Map(files.map(({ path }) => [path, () => readInput(join(folder, path), 'evidence')]))
}

function entriesIn(text: string | undefined): readonly TimelineEntry[] | undefined {
  const parsedTimeline: unknown = text === undefined ? undefined : JSON.parse(text)
  return Array.isArray(parsedTimeline) ? (parsedTimeline as readonly TimelineEntry[]) : undefined
}
