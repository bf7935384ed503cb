import { durationText } from '../flags/value-types.ts'
import { fault } from '../quirks/quirks.ts'
import { fieldDefaultDiffers, fieldIgnored } from './faults.ts'
import type { Field, FieldType, ValueOf } from './field.ts'

type At<F extends Field, Pointer> = Extract<F, { readonly pointer: Pointer }>
type ValueAt<F extends Field, Pointer> = ValueOf[At<F, Pointer>['type']]

/** Values that a fault uses in place of documented defaults, by type. They differ from the documented defaults. */
const otherValues: ValueOf = {
  string: 'text/plain',
  bool: true,
  int32: 7,
  float: 7,
  duration: 7_000,
  strings: ['another'],
  objects: [],
}

/**
 * Pointers of the fields that are necessary to observe a program. A fault that ignores such a field reports another
 * value, but the program still uses the configured value.
 */
const requiredPointers: ReadonlySet<string> = new Set([
  '/Generic/Port',
  '/Generic/ClientConnection/orchconfig',
  '/OrchCloudShared/CloudProvider/Name',
  '/OrchCloudShared/CloudProvider/CloudConfigFile',
])

/** Configuration of a controller manager, with the effective value of each field of a table. */
export class Configuration<F extends Field> {
  readonly #fields: ReadonlyMap<string, Field>
  readonly #givenValues: ReadonlyMap<string, ValueOf[FieldType]>

  /** @param givenValues values in the file, by pointer */
  constructor(fields: readonly F[], givenValues: ReadonlyMap<string, ValueOf[FieldType]>) {
    this.#fields = new Map(fields.map((field) => [field.pointer, field]))
    this.#givenValues = givenValues
  }

  /** Returns the effective value: the value of the file, or the default. */
  value<const Pointer extends F['pointer']>(pointer: Pointer): ValueAt<F, Pointer> {
    const field = this.#fields.get(pointer)
    if (field === undefined) throw new TypeError(`no field is at ${pointer}`)
    return this.#value(field, 'used') as ValueAt<F, Pointer>
  }

  /** Returns the whole effective configuration, with the structure and spelling of the document. */
  effective(): Readonly<Record<string, unknown>> {
    const root: Record<string, unknown> = {}
    for (const field of this.#fields.values()) {
      const value = this.#value(field, 'shown')
      put(
        root,
        field.pointer,
        typeof value === 'number' && field.type === 'duration' ? durationText(value) : value,
      )
    }
    return root
  }

  #value(field: Field, purpose: 'used' | 'shown'): ValueOf[FieldType] {
    const { pointer, default: defaultValue, members } = field
    const givenValue = this.#givenValues.get(pointer)
    if (givenValue === undefined && field.documented && fault(fieldDefaultDiffers(pointer)))
      return typeof defaultValue === 'boolean' ? !defaultValue : otherValues[field.type]
    if (givenValue === undefined || isSameValue(givenValue, defaultValue)) return defaultValue
    const isIgnorable = purpose === 'shown' || !requiredPointers.has(pointer)
    if (isIgnorable && fault(fieldIgnored(pointer))) return defaultValue
    return members.length === 0 ? givenValue : this.#elements(givenValue as ValueOf['objects'], pointer)
  }

  #elements(elements: ValueOf['objects'], pointer: string): ValueOf['objects'] {
    return elements.map((element) =>
      Object.fromEntries(
        Object.entries(element).filter(
          ([member, value]) => value === '' || !fault(fieldIgnored(`${pointer}/${member}`)),
        ),
      ),
    )
  }
}

function put(root: Record<string, unknown>, pointer: string, value: unknown): void {
  const names = pointer.split('/').slice(1)
  const lastName = names.pop() ?? ''
  let block = root
  for (const name of names) block = (block[name] ??= {}) as Record<string, unknown>
  block[lastName] = value
}

function isSameValue(left: ValueOf[FieldType], right: ValueOf[FieldType]): boolean {
  return JSON.stringify(left) === JSON.stringify(right)
}
