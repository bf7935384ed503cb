import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { type Document, isMap, isScalar, LineCounter, parseDocument } from 'yaml'
import { HarnessError, messageOf } from '../errors.ts'
import { nearest } from '../nearest.ts'
import { targetSchema } from './schema.ts'
import { defaultLimits, type ProgramDescription, type Target } from './target.ts'

type TargetFile = Omit<Target, 'limits'> & { limits?: Partial<Target['limits']> }

let validator: ValidateFunction<TargetFile> | undefined
// Made on first use: most runs load no file.
function validate(content: unknown): content is TargetFile {
  validator ??= new Ajv({ allErrors: true, verbose: true }).compile<TargetFile>(targetSchema)
  return validator(content)
}

/** Reads a target file; each mistake is named with its line and, for a mistyped word, the nearest valid one. */
export function loadTarget(path: string): Target {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (thrown) {
    throw new HarnessError(
      'config-fault',
      `--target ${path}: the file could not be read (${messageOf(thrown)}). Give \`reference\`, \`kubernetes\` or the path of a target file.`,
      { cause: thrown },
    )
  }
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true })
  const [broken] = document.errors
  if (broken !== undefined) {
    const { line } = lines.linePos(broken.pos[0])
    throw new HarnessError('config-fault', `${path}:${line}: ${broken.message.split('\n')[0]}`)
  }
  const content: unknown = document.toJS()
  if (!validate(content)) {
    const said = (validator?.errors ?? []).map(
      (error) => `${path}:${lineOf(document, lines, error)}: ${describeMistake(error)}`,
    )
    throw new HarnessError('config-fault', [...new Set(said)].join('\n'))
  }
  return {
    ...content,
    programs: resolved(content.programs, dirname(path)),
    limits: { ...defaultLimits, ...content.limits },
  }
}

/** A command with a slash in it is a path, taken from the target file's folder; others are looked up in PATH. */
function resolved(programs: Target['programs'], folder: string): Target['programs'] {
  return Object.fromEntries(
    Object.entries(programs).map(([role, program]: [string, ProgramDescription]) => {
      const [file = '', ...args] = program.command
      return [role, { ...program, command: [file.includes('/') ? resolve(folder, file) : file, ...args] }]
    }),
  )
}

function describeMistake(error: ErrorObject): string {
  const where = error.instancePath === '' ? 'the target' : error.instancePath.slice(1).replaceAll('/', '.')
  if (error.keyword === 'additionalProperties') {
    const key = String(error.params.additionalProperty)
    const valid = Object.keys((error.parentSchema as { properties?: object }).properties ?? {})
    return `${where} has no field ${key}. ${suggestion(key, valid)}`
  }
  if (error.keyword === 'enum') {
    const valid = error.params.allowedValues as string[]
    return `${where} is ${JSON.stringify(error.data)}. ${suggestion(String(error.data), valid)}`
  }
  return `${where} ${error.message ?? 'is not valid'}.`
}

function suggestion(word: string, valid: readonly string[]): string {
  const near = nearest(word, valid)
  return near === undefined ? `Valid: ${valid.join(', ')}.` : `Did you mean ${near}?`
}

function lineOf(document: Document, lines: LineCounter, error: ErrorObject): number {
  const path = error.instancePath.split('/').slice(1)
  const key = error.keyword === 'additionalProperties' ? String(error.params.additionalProperty) : undefined
  for (let depth = path.length; depth >= 0; depth--) {
    const node: unknown =
      depth === 0 ? document.contents : document.getIn(path.slice(0, depth).map(index), true)
    const pair =
      key !== undefined && isMap(node)
        ? node.items.find((item) => isScalar(item.key) && item.key.value === key)
        : undefined
    const range =
      (pair?.key as { range?: [number] } | undefined)?.range ??
      (node as { range?: [number] } | undefined)?.range
    if (range !== undefined && range !== null) return lines.linePos(range[0]).line
  }
  return 1
}

function index(segment: string): string | number {
  return /^\d+$/.test(segment) ? Number(segment) : segment
}
