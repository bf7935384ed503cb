import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readJson } from '../input/json.ts'
import { readInput } from '../input/read.ts'
import { parseYaml } from '../yaml/parse.ts'
import type { Cut } from '../target/reproduction.ts'
import { isMapping } from './cuts.ts'
import type { StartRecord } from './record.ts'

/** A configuration file of a start, as it was recorded. */
export interface RecordedFile {
  readonly name: string
  readonly document: unknown
}

/** A list of a document, with its place as a JSON pointer. */
export interface LocatedList {
  readonly at: string
  readonly items: readonly unknown[]
}

/** Returns the starts that a reproduction recorded. */
export function startsOf(folder: string): readonly StartRecord[] {
  const file = join(folder, 'starts.json')
  return existsSync(file) ? (readJson(file, 'recorded') as StartRecord[]) : []
}

/** Returns the configuration files of a start; files other than YAML are left out. */
export function filesOf(folder: string, start: StartRecord): RecordedFile[] {
  const directory = join(folder, start.folder)
  if (!existsSync(directory)) return []
  return readdirSync(directory).flatMap((name) => {
    // The file that passes the flags is generated from the flags, which are cut themselves.
    if (!/\.(ya?ml|json)$/.test(name) || name === start.flagsFile) return []
    try {
      const document = parseYaml(readInput(join(directory, name), 'recorded'), name).value
      return isMapping(document) && document.kind !== 'Config' ? [{ name, document }] : []
    } catch {
      return []
    }
  })
}

/** Returns every list of several entries, the outer lists first. */
export function listsIn(value: unknown, at = ''): LocatedList[] {
  if (Array.isArray(value)) {
    const ownList = value.length > 1 ? [{ at, items: value as unknown[] }] : []
    return [...ownList, ...value.flatMap((item: unknown, index) => listsIn(item, `${at}/${index}`))]
  }
  if (!isMapping(value)) return []
  return Object.entries(value).flatMap(([name, member]) => listsIn(member, `${at}/${name}`))
}

/** Returns cuts that a check probably does not need: list entries for peers that took no part in the check. */
export function initialCuts(folder: string): Cut[] {
  const recordedText = [join(folder, 'timeline.json'), join(folder, 'requests.json')]
    .map((file) => (existsSync(file) ? readInput(file, 'recorded') : ''))
    .join('\n')
  return startsOf(folder).flatMap((start) =>
    filesOf(folder, start).flatMap(({ name, document }) => {
      const cuts: Cut[] = []
      for (const { at, items } of listsIn(document)) {
        const marksPerItem = items.map((item) => marksOf(item, join(folder, start.folder), start.directory))
        const keptIndexes = [...items.keys()].filter((index) =>
          (marksPerItem[index] ?? []).some((mark) => recordedText.includes(mark)),
        )
        const isInside = cuts.some((one) => 'at' in one && at.startsWith(`${one.at}/`))
        if (
          keptIndexes.length > 0 &&
          keptIndexes.length < items.length &&
          marksPerItem.every(({ length }) => length > 0) &&
          !isInside
        )
          cuts.push({ cuts: 'entries', file: name, at, of: items.length, keep: keptIndexes })
      }
      return cuts
    }),
  )
}

const addressPattern = /(?:https?|unix):\/\/[^\s"']+/g

/** Returns the addresses that an entry names, directly or in files that it names, in the form that requests record. */
function marksOf(item: unknown, recorded: string, directory: string): string[] {
  const text = JSON.stringify(item)
  const innerPaths = [...text.matchAll(/"(\/[^"]+)"/g)].flatMap(([, path = '']) => {
    const file = path.startsWith(directory) ? join(recorded, path.slice(directory.length)) : undefined
    return file !== undefined && existsSync(file) ? [readInput(file, 'recorded')] : []
  })
  return [text, ...innerPaths]
    .flatMap((one) => [...one.matchAll(addressPattern)].map(([url]) => url))
    .map((url) => (url.startsWith('unix:') ? url.slice('unix://'.length) : pathOf(url)))
    .filter((mark) => mark.length > 1)
}

function pathOf(url: string): string {
  try {
    const { host, pathname } = new URL(url)
    return pathname === '/' ? host : pathname
  } catch {
    return url
  }
}
