import { flagOf } from '../flag-values.ts'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'
import type { Cut } from '../target/reproduction.ts'
import { writePrivate } from '../launch/workspace.ts'

/** Cuts the files of a program that is about to be started, and returns the remaining arguments. */
export function applyCuts(cuts: readonly Cut[], directory: string, args: readonly string[]): string[] {
  const namesBefore = namesIn(directory, args)
  for (const file of new Set(cuts.flatMap((one) => ('file' in one ? one.file : [])))) {
    const path = join(directory, file)
    if (!existsSync(path)) continue
    const contentBefore = readFileSync(path, 'utf8')
    const fileCuts = cuts.filter((one) => 'file' in one && one.file === file)
    const contentAfter = fileCuts.reduce(cutDocument, parse(contentBefore) as unknown)
    writePrivate(path, stringify(contentAfter, { lineWidth: 0, version: '1.1' }))
  }
  const flags = new Set(cuts.flatMap((one) => (one.cuts === 'flag' ? one.flag : [])))
  const keptArguments = args.filter((argument) => !flags.has(flagOf(argument)))
  const namesAfter = namesIn(directory, keptArguments)
  for (const name of namesBefore) if (!namesAfter.has(name)) rmSync(join(directory, name), { force: true })
  return keptArguments
}

/** Returns a document without the part that a cut removes. A cut at a missing place is ignored. */
export function cutDocument(document: unknown, cut: Cut): unknown {
  if (cut.cuts === 'flag') return document
  const steps = cut.at.split('/').slice(1)
  return withChange(document, steps, (value) => {
    if (cut.cuts === 'member') return undefined
    if (!Array.isArray(value) || value.length !== cut.of) return value
    return value.filter((_, index) => cut.keep.includes(index)) as unknown
  })
}

function withChange(
  value: unknown,
  [step, ...rest]: readonly string[],
  change: (at: unknown) => unknown,
): unknown {
  if (step === undefined) return change(value)
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) =>
      String(index) === step ? withChange(item, rest, change) : item,
    )
  }
  if (!isMapping(value) || !(step in value)) return value
  const changedChild = withChange(value[step], rest, change)
  const { [step]: _gone, ...others } = value
  return changedChild === undefined ? others : { ...value, [step]: changedChild }
}

/** Returns the files of a directory that arguments name, and the files that such files name. */
function namesIn(directory: string, args: readonly string[]): Set<string> {
  const names = new Set<string>()
  const addReferences = (text: string): void => {
    for (const [, name = ''] of text.matchAll(mentionPattern(directory))) {
      if (names.has(name) || !existsSync(join(directory, name))) continue
      names.add(name)
      if (/\.(ya?ml|json)$/.test(name)) addReferences(readFileSync(join(directory, name), 'utf8'))
    }
  }
  addReferences(args.join('\n'))
  return names
}

function mentionPattern(directory: string): RegExp {
  return new RegExp(`${directory.replace(/[.+?^${}()|[\]\\]/g, '\\$&')}/([\\w.-]+)`, 'g')
}

export function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
