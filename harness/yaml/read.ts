import * as v from 'valibot'
import { type Document, isMap, isNode, isScalar, LineCounter } from 'yaml'
import { HarnessError } from '../errors.ts'
import { parseYaml } from './parse.ts'

/** A user-written file after reading. */
export interface ReadYaml<T> {
  readonly value: T
  /** The document with its comments, for writing it again. */
  readonly document: Document
  /** Returns the line, from 1, of the innermost part of a path that the file has. */
  readonly lineOf: (keys: readonly (string | number)[]) => number
}

/**
 * Parses the text of a YAML file, and validates the value by a schema.
 * @param what name of the value in messages: `the target`
 * @throws HarnessError `config-fault` that names each mistake with its line
 */
export function readYaml<Schema extends v.GenericSchema>(
  text: string,
  { path, schema, what }: { readonly path: string; readonly schema: Schema; readonly what: string },
): ReadYaml<v.InferOutput<Schema>> {
  const lines = new LineCounter()
  const { document, value } = parseYaml(text, path, lines)
  const lineOf = (keys: readonly (string | number)[]): number => lineIn(document, lines, keys)
  const validation = v.safeParse(schema, value)
  if (!validation.success) {
    const mistakes = validation.issues.map(
      (mistake) => `${path}:${lineOf(keysOf(mistake).map(index))}: ${describeIssue(mistake, what)}`,
    )
    throw new HarnessError('config-fault', [...new Set(mistakes)].join('\n'))
  }
  return { value: validation.output, document, lineOf }
}

type SchemaIssue = v.BaseIssue<unknown>

const keysOf = ({ path }: SchemaIssue): string[] => (path ?? []).map(({ key }) => String(key))

function describeIssue(mistake: SchemaIssue, what: string): string {
  const keys = keysOf(mistake)
  // An extra or missing field is a mistake of the object around it.
  const isUnknownField = mistake.type === 'strict_object' && mistake.expected !== 'Object'
  const location = (isUnknownField ? keys.slice(0, -1) : keys).join('.') || what
  const { expected, received, message } = mistake
  const hasOwnMessage =
    mistake.kind === 'validation' ||
    mistake.type === 'strict_object' ||
    mistake.type === 'picklist' ||
    (mistake.type === 'union' && !message.startsWith('Invalid type')) ||
    mistake.type === 'variant'
  return `${location} ${hasOwnMessage ? message : `should be of type ${expected?.toLowerCase()}, not ${received}.`}`
}

function lineIn(document: Document, lines: LineCounter, keys: readonly (string | number)[]): number {
  for (let depth = keys.length; depth > 0; depth--) {
    const key = keys[depth - 1]
    const parentNode: unknown =
      depth === 1 ? document.contents : document.getIn(keys.slice(0, depth - 1), true)
    const pair = isMap(parentNode)
      ? parentNode.items.find((item) => isScalar(item.key) && String(item.key.value) === String(key))
      : undefined
    const node: unknown = pair?.key ?? document.getIn(keys.slice(0, depth), true)
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line
  }
  return 1
}

function index(segment: string): string | number {
  return /^\d+$/.test(segment) ? Number(segment) : segment
}
