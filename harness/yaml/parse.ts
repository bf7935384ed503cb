import { type Document, isScalar, type LineCounter, parseDocument, visit } from 'yaml'
import { HarnessError, messageOf } from '../errors.ts'
import { interrupts } from '../interrupts.ts'
import { checkParseTime } from './parse-limit.ts'

/** A parsed text. */
export interface ParsedYaml {
  readonly value: unknown
  /** The document with its comments. */
  readonly document: Document
}

/**
 * Parses the text of a YAML file with any content.
 * @throws HarnessError `config-fault` of one line, with the number of the faulty line if there is one
 */
export function parseYaml(text: string, path: string, lines?: LineCounter): ParsedYaml {
  // While the text is parsed, a signal ends the process at once.
  return interrupts.runInterruptibly(() => parseText(text, path, lines))
}

function parseText(text: string, path: string, lines?: LineCounter): ParsedYaml {
  checkParseTime(text, path)
  try {
    // The parser compares each key with all others, which takes minutes for many keys.
    const document = parseDocument(text, { uniqueKeys: false, ...(lines && { lineCounter: lines }) })
    const [firstError] = document.errors
    if (firstError !== undefined) throw yamlError(path, firstError.message, lineAt(text, firstError.pos[0]))
    const duplicate = findDuplicateKey(document)
    if (duplicate !== undefined)
      throw yamlError(
        path,
        `Map keys must be unique, and ${duplicate.key} occurs twice.`,
        lineAt(text, duplicate.at),
      )
    return { document, value: document.toJS() as unknown }
  } catch (thrown) {
    if (thrown instanceof HarnessError) throw thrown
    // The parser rejects multiplying aliases and too many levels.
    throw yamlError(path, `it cannot be read as YAML (${messageOf(thrown)}).`, undefined, thrown)
  }
}

function yamlError(path: string, message: string, line?: number, cause?: unknown): HarnessError {
  const [first = ''] = message.split('\n')
  return new HarnessError('config-fault', `${path}${line === undefined ? '' : `:${line}`}: ${first}`, {
    cause,
  })
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}

function findDuplicateKey(document: Document): { readonly key: string; readonly at: number } | undefined {
  let duplicate: { readonly key: string; readonly at: number } | undefined
  visit(document, {
    Map: (_place, map) => {
      const keys = new Set<string>()
      for (const { key } of map.items) {
        if (!isScalar(key)) continue
        const name = `${typeof key.value} ${String(key.value)}`
        if (keys.has(name)) duplicate ??= { key: String(key.value), at: key.range?.[0] ?? 0 }
        keys.add(name)
      }
      return duplicate === undefined ? undefined : visit.BREAK
    },
  })
  return duplicate
}
