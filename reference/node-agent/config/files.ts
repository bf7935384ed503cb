import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isMapping } from '../../config/decode.ts'
import { readDocument } from '../../config/read-document.ts'
import { Refusal } from '../../flags/refusal.ts'
import { fault, freedom } from '../../quirks/quirks.ts'
import { agentFlags } from '../flags/table.ts'
import { formOf } from './forms.ts'

const kind = 'OrchletConfiguration'
const apiVersion = 'orchlet.config.orch.io/v1beta1'

/** Values of a file as written. */
export type FileValues = Readonly<Record<string, unknown>>

/** Reads the configuration file. Throws a Refusal when the file cannot be read or is of a wrong kind. */
export function readFile(path: string): FileValues {
  const values = documentAt(path)
  if (values['kind'] !== kind || values['apiVersion'] !== apiVersion)
    throw new Refusal(`${path}: kind must be ${kind}, and apiVersion ${apiVersion}`)
  for (const { field, type } of agentFlags) {
    const value = field === undefined ? undefined : valueAtPointer(values, field)
    if (value === undefined || value === null || formOf(type).is(value)) continue
    throw new Refusal(`${path}: ${field?.slice(1).replaceAll('/', '.')} must be of type ${type}`)
  }
  if (freedom('unknown-fields-refused')) refuseUnknown(values, path)
  return values
}

function documentAt(path: string): FileValues {
  try {
    return readDocument(path)
  } catch (thrown) {
    if (thrown instanceof Refusal && fault('config-unusable-accepted')) return { kind, apiVersion }
    throw thrown
  }
}

/** Reads the drop-in files of a directory in the order of their names. Throws a Refusal like `readFile`. */
export function readDropIns(directory: string): FileValues[] {
  return namesIn(directory)
    .filter((name) => name.endsWith('.conf'))
    .sort()
    .map((name) => readFile(join(directory, name)))
}

/** Returns the value at a pointer from the last file that has one, or undefined. */
export function lastValueOf(files: readonly FileValues[], pointer: string): unknown {
  return files
    .map((file) => valueAtPointer(file, pointer))
    .findLast((value) => value !== undefined && value !== null)
}

function valueAtPointer(values: FileValues, pointer: string): unknown {
  let value: unknown = values
  for (const name of pointer.split('/').slice(1)) value = isMapping(value) ? value[name] : undefined
  return value
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory, { recursive: true, encoding: 'utf8' })
  } catch (cause) {
    throw new Refusal(
      `--config-dir: ${directory} cannot be read (${(cause as NodeJS.ErrnoException).code})`,
      { cause },
    )
  }
}

function refuseUnknown(values: FileValues, path: string): void {
  const knownFields = new Set([
    'kind',
    'apiVersion',
    ...agentFlags.flatMap(({ field }) => field?.split('/')[1] ?? []),
  ])
  const unknownField = Object.keys(values).find((name) => !knownFields.has(name))
  if (unknownField !== undefined) throw new Refusal(`${path}: ${unknownField}: unknown field`)
}
