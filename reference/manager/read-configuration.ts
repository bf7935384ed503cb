import * as is from '../config/decode.ts'
import { type Fields, loadFile } from '../config/load-file.ts'
import type { Problems } from '../config/problems.ts'
import { Configuration } from './configuration.ts'
import { fault, freedom } from '../quirks/quirks.ts'
import type { Field, FieldType, ValueOf } from './field.ts'

/** Kind of configuration that a controller manager reads. */
export interface ConfigurationKind<F extends Field> {
  readonly kind: string
  readonly group: string
  /** Name of the program in leader migration. */
  readonly component: string
  readonly fields: readonly F[]
  /** Blocks whose fields are not documented, so that any field is accepted. */
  readonly openBlocks: readonly string[]
  /** Validates the rules between and inside the fields, in addition to their types. */
  validate(config: Configuration<F>, problems: Problems): void
}

type GivenValues = Map<string, ValueOf[FieldType]>

/**
 * Reads the file of a controller manager. Throws a Refusal that names every invalid field.
 * @param replacedDefaults values that replace the defaults of the file, by pointer
 */
export async function readConfiguration<F extends Field>(
  file: string,
  kind: ConfigurationKind<F>,
  replacedDefaults: ReadonlyMap<string, ValueOf[FieldType]> = new Map(),
): Promise<Configuration<F>> {
  const openBlocks = Object.fromEntries(kind.openBlocks.map((name) => [name, is.rawMapping()]))
  const openBlock = (config: Readonly<Record<string, unknown>>) =>
    kind.openBlocks.find((name) => config[name] !== undefined)
  const givenValues: GivenValues = new Map()
  const reader = {
    fields: { ...shapeOf(kind.fields), ...openBlocks },
    checkType: (document: Readonly<Record<string, unknown>>, problems: Problems) =>
      checkType(document, kind, problems),
    validate(config: Readonly<Record<string, unknown>>, problems: Problems) {
      const block = openBlock(config)
      if (block !== undefined) problems.forbid(true, block, 'deprecated-controller-refused')
      for (const { pointer } of kind.fields) {
        const value = replacedDefaults.get(pointer) ?? valueAtPointer(config, pointer)
        if (value !== undefined) givenValues.set(pointer, value)
        else if (freedom('missing-fields-refused')) problems.add(pointer, 'required')
      }
      kind.validate(new Configuration(kind.fields, givenValues), problems)
    },
  }
  await loadFile<Fields>(file, reader)
  return new Configuration(kind.fields, givenValues)
}

/** Returns the decoders of a table, nested as in the pointers. */
function shapeOf(table: readonly Field[], depth = 1): Fields {
  const decoders: Record<string, is.Decoder<unknown>> = {}
  const byName = new Map<string, Field[]>()
  for (const field of table) {
    const name = field.pointer.split('/')[depth] ?? ''
    byName.set(name, [...(byName.get(name) ?? []), field])
  }
  for (const [name, fields] of byName) {
    const [singleField] = fields
    const isFieldItself = singleField !== undefined && singleField.pointer.split('/').length === depth + 1
    decoders[name] = isFieldItself ? decoderOf(singleField) : is.object(shapeOf(fields, depth + 1))
  }
  return decoders
}

function decoderOf({ type, members }: Field): is.Decoder<unknown> {
  const decoders = {
    string: is.string,
    bool: is.boolean,
    int32: () => withLimit(is.int32()),
    float: is.float,
    duration: is.duration,
    strings: () => is.list(is.string()),
    objects: () => is.list(is.object(Object.fromEntries(members.map((name) => [name, is.string()])))),
  } as const satisfies Record<FieldType, () => is.Decoder<unknown>>
  return decoders[type]()
}

/** Returns a decoder that rejects the largest number if a fault is enabled. */
function withLimit(decode: is.Decoder<number>): is.Decoder<number> {
  return (value, path, problems) => {
    if (value === 2 ** 31 - 1 && fault('largest-int32-refused')) problems.add(path, 'must be smaller')
    return decode(value, path, problems)
  }
}

function valueAtPointer(
  config: Readonly<Record<string, unknown>>,
  pointer: string,
): ValueOf[FieldType] | undefined {
  let value: unknown = config
  for (const name of pointer.split('/').slice(1)) value = is.isMapping(value) ? value[name] : undefined
  // The value comes from the decoders of the table, so it has the type of the field.
  return value as ValueOf[FieldType] | undefined
}

function checkType<F extends Field>(
  { apiVersion, kind }: Readonly<Record<string, unknown>>,
  expectedKind: ConfigurationKind<F>,
  problems: Problems,
): void {
  const version = `${expectedKind.group}/v1alpha1`
  if (apiVersion === undefined || apiVersion === null || apiVersion === '') {
    problems.require(false, 'apiVersion', 'required', 'api-version-missing-accepted')
  } else if (apiVersion !== version) {
    const isOfGroup = typeof apiVersion === 'string' && apiVersion.startsWith(`${expectedKind.group}/`)
    const fault = isOfGroup ? 'api-version-other-than-v1alpha1-accepted' : 'api-version-unknown-accepted'
    problems.require(false, 'apiVersion', `must be ${version}`, fault)
  }
  if (kind === undefined || kind === null || kind === '') {
    problems.require(false, 'kind', 'required', 'kind-missing-accepted')
  } else if (kind !== expectedKind.kind) {
    const differsOnlyInCase =
      typeof kind === 'string' && kind.toLowerCase() === expectedKind.kind.toLowerCase()
    if (differsOnlyInCase && fault('kind-case-ignored')) return
    problems.require(false, 'kind', `must be ${expectedKind.kind}`, 'kind-not-compared')
  }
}
