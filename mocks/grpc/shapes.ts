import {
  type DescField,
  type DescMessage,
  type DescMethod,
  type DescService,
  fromJson,
  type JsonValue,
} from '@bufbuild/protobuf'
import { HarnessError } from '#harness/errors.ts'
import { type ReadResponse, type Shapes, unknownField } from '../peer/index.ts'

/** Returns readers of scripted responses in proto JSON for these methods, by the names of the peer's responses. */
export function messageShapes(messages: Readonly<Record<string, DescMessage>>): Shapes {
  return Object.fromEntries(
    Object.entries(messages).map(([name, message]) => {
      const read: ReadResponse = (value, at) => fieldsOf(message, value, at)
      return [name, { merge: read, replace: read }]
    }),
  )
}

/** Returns the messages that the methods of services return, by the local names of the methods. */
export function outputsOf(services: readonly DescService[]): Record<string, DescMessage> {
  const methods = services.flatMap((service) => service.methods as readonly DescMethod[])
  return Object.fromEntries(methods.map(({ localName, output }) => [localName, output]))
}

/**
 * Returns the fields of a message from a JSON object in the form of protobuf-es; `null` stays.
 * @throws HarnessError `usage` for a field that the message does not have, or a value of another type
 */
function fieldsOf(message: DescMessage, value: unknown, at: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new HarnessError('usage', `${at}: the message ${message.typeName} is an object of fields.`)
  const fields: Record<string, unknown> = {}
  for (const [name, given] of Object.entries(value)) {
    const field = message.fields.find(({ jsonName }) => jsonName === name)
    if (field === undefined) {
      const known = message.fields.map(({ jsonName }) => jsonName)
      throw unknownField(`${at}.${name}`, known, `the message ${message.typeName}`)
    }
    const { oneof } = field
    const read = given === null ? null : valueOf(message, field, given, `${at}.${name}`)
    if (oneof === undefined) fields[field.localName] = read
    else fields[oneof.localName] = read === null ? null : { case: field.localName, value: read }
  }
  return fields
}

function valueOf(message: DescMessage, field: DescField, given: unknown, at: string): unknown {
  const isPlain = field.fieldKind === 'message' && !field.message.typeName.startsWith('google.protobuf.')
  if (isPlain) return fieldsOf(field.message, given, at)
  try {
    const read = fromJson(message, { [field.jsonName]: given as JsonValue })
    const { oneof, localName } = field
    return oneof === undefined
      ? Reflect.get(read, localName)
      : (Reflect.get(read, oneof.localName) as { readonly value?: unknown }).value
  } catch (cause) {
    const type = field.fieldKind === 'scalar' ? 'a value of its type' : `a ${field.fieldKind}`
    const why = cause instanceof Error ? cause.message.replace(/^cannot decode /, '') : String(cause)
    throw new HarnessError('usage', `${at}: the field takes ${type} in proto JSON: ${why}.`, { cause })
  }
}

/**
 * Checks that the fields of a message to send are fields of its type.
 * @throws HarnessError `usage` for an unknown field, which would be missing in the bytes
 */
export function checkFields(message: DescMessage, value: object, at = message.typeName): void {
  for (const [name, member] of Object.entries(value)) {
    if (name.startsWith('$')) continue
    const known = members(message)
    const field = known.get(name)
    if (field === undefined)
      throw unknownField(`${at}.${name}`, [...known.keys()], `the message ${message.typeName}`)
    if (field === 'oneof' || field.fieldKind !== 'message') continue
    if (typeof member === 'object' && member !== null) checkFields(field.message, member, `${at}.${name}`)
  }
}

const membersOf = new WeakMap<DescMessage, ReadonlyMap<string, DescField | 'oneof'>>()

function members(message: DescMessage): ReadonlyMap<string, DescField | 'oneof'> {
  const known = membersOf.get(message)
  if (known !== undefined) return known
  const found = new Map<string, DescField | 'oneof'>(
    message.members.map((one) => [one.localName, one.kind === 'oneof' ? 'oneof' : one]),
  )
  membersOf.set(message, found)
  return found
}
