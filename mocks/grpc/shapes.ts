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

/** Returns the functions that read scripted responses from proto JSON, by the names of the peer's responses. */
export function messageShapes(messages: Readonly<Record<string, DescMessage>>): Shapes {
  return Object.fromEntries(
    Object.entries(messages).map(([name, message]) => {
      const readFields: ReadResponse = (value, path) => fieldsOf(message, value, path)
      return [name, { merge: readFields, replace: readFields }]
    }),
  )
}

/** Returns the messages that the methods of services return, by the local names of the methods. */
export function outputsOf(services: readonly DescService[]): Record<string, DescMessage> {
  const methods = services.flatMap((service) => service.methods as readonly DescMethod[])
  return Object.fromEntries(methods.map(({ localName, output }) => [localName, output]))
}

/**
 * Converts a JSON object to the fields of a message in the form of protobuf-es; `null` is kept.
 * @throws HarnessError `usage` for a field that the message does not have, or a value of another type
 */
function fieldsOf(message: DescMessage, value: unknown, path: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new HarnessError('usage', `${path}: the message ${message.typeName} is an object of fields.`)
  const fields: Record<string, unknown> = {}
  for (const [name, fieldValue] of Object.entries(value)) {
    const field = message.fields.find(({ jsonName }) => jsonName === name)
    if (field === undefined) {
      const fieldNames = message.fields.map(({ jsonName }) => jsonName)
      throw unknownField(`${path}.${name}`, fieldNames, `the message ${message.typeName}`)
    }
    const { oneof } = field
    const parsedValue =
      fieldValue === null ? null : readFieldValue(message, field, fieldValue, `${path}.${name}`)
    if (oneof === undefined) fields[field.localName] = parsedValue
    else fields[oneof.localName] = parsedValue === null ? null : { case: field.localName, value: parsedValue }
  }
  return fields
}

function readFieldValue(message: DescMessage, field: DescField, value: unknown, path: string): unknown {
  const isOrdinaryMessage =
    field.fieldKind === 'message' && !field.message.typeName.startsWith('google.protobuf.')
  if (isOrdinaryMessage) return fieldsOf(field.message, value, path)
  try {
    const parsedMessage = fromJson(message, { [field.jsonName]: value as JsonValue })
    const { oneof, localName } = field
    return oneof === undefined
      ? Reflect.get(parsedMessage, localName)
      : (Reflect.get(parsedMessage, oneof.localName) as { readonly value?: unknown }).value
  } catch (cause) {
    const type = field.fieldKind === 'scalar' ? 'a value of its type' : `a ${field.fieldKind}`
    const reason = cause instanceof Error ? cause.message.replace(/^cannot decode /, '') : String(cause)
    throw new HarnessError('usage', `${path}: the field takes ${type} in proto JSON: ${reason}.`, { cause })
  }
}

/**
 * Checks that the fields of a message to send are fields of its type.
 * @throws HarnessError `usage` for an unknown field, which would be missing in the bytes
 */
export function checkFields(message: DescMessage, value: object, path = message.typeName): void {
  for (const [name, member] of Object.entries(value)) {
    if (name.startsWith('$')) continue
    const knownMembers = members(message)
    const field = knownMembers.get(name)
    if (field === undefined)
      throw unknownField(`${path}.${name}`, [...knownMembers.keys()], `the message ${message.typeName}`)
    if (field === 'oneof' || field.fieldKind !== 'message') continue
    if (typeof member === 'object' && member !== null) checkFields(field.message, member, `${path}.${name}`)
  }
}

const memberCache = new WeakMap<DescMessage, ReadonlyMap<string, DescField | 'oneof'>>()

function members(message: DescMessage): ReadonlyMap<string, DescField | 'oneof'> {
  const cachedMembers = memberCache.get(message)
  if (cachedMembers !== undefined) return cachedMembers
  const foundMembers = new Map<string, DescField | 'oneof'>(
    message.members.map((member) => [member.localName, member.kind === 'oneof' ? 'oneof' : member]),
  )
  memberCache.set(message, foundMembers)
  return foundMembers
}
