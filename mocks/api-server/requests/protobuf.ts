import { BinaryReader, WireType } from '@bufbuild/protobuf/wire'

// An envelope consists of four bytes that identify the format, and a message with the type of the object (field 1) and
// the encoded object (field 2).
const magicBytes = Buffer.from('k8s\0')

/** Type of a field: text, number, boolean, bytes, a time, a message, a map of text, or a list. */
type FieldType =
  | 'text'
  | 'number'
  | 'bool'
  | 'bytes'
  | 'time'
  | 'micro'
  | Message
  | { readonly map: true }
  | readonly [FieldType]
interface Message {
  readonly fields: Readonly<Record<number, readonly [name: string, shape: FieldType]>>
}

const map = { map: true } as const
const message = (fields: Message['fields']): Message => ({ fields })

const owner = message({
  5: ['apiVersion', 'text'],
  1: ['kind', 'text'],
  3: ['name', 'text'],
  4: ['uid', 'text'],
  6: ['controller', 'bool'],
  7: ['blockOwnerDeletion', 'bool'],
})
const meta = message({
  1: ['name', 'text'],
  2: ['generateName', 'text'],
  3: ['namespace', 'text'],
  5: ['uid', 'text'],
  6: ['resourceVersion', 'text'],
  11: ['labels', map],
  12: ['annotations', map],
  13: ['ownerReferences', [owner]],
  14: ['finalizers', ['text']],
})
const csrSpec = message({
  1: ['request', 'bytes'],
  7: ['signerName', 'text'],
  8: ['expirationSeconds', 'number'],
  5: ['usages', ['text']],
})
const leaseSpec = message({
  1: ['holderIdentity', 'text'],
  2: ['leaseDurationSeconds', 'number'],
  3: ['acquireTime', 'micro'],
  4: ['renewTime', 'micro'],
  5: ['leaseTransitions', 'number'],
})
const attributes = message({
  1: ['namespace', 'text'],
  2: ['verb', 'text'],
  3: ['group', 'text'],
  4: ['version', 'text'],
  5: ['resource', 'text'],
  6: ['subresource', 'text'],
  7: ['name', 'text'],
})
const path = message({ 1: ['path', 'text'], 2: ['verb', 'text'] })

const specs: Readonly<Record<string, Message>> = {
  CertificateSigningRequest: csrSpec,
  Lease: leaseSpec,
  TokenReview: message({ 1: ['token', 'text'], 2: ['audiences', ['text']] }),
  SubjectAccessReview: message({
    1: ['resourceAttributes', attributes],
    2: ['nonResourceAttributes', path],
    3: ['user', 'text'],
    4: ['groups', ['text']],
    6: ['uid', 'text'],
  }),
  TokenRequest: message({ 1: ['audiences', ['text']], 4: ['expirationSeconds', 'number'] }),
}

/**
 * Parses the protobuf form of the kinds that some programs send only in this form. Throws an `Error` for other kinds.
 */
export function readProtobuf(bytes: Buffer): Record<string, unknown> {
  if (!bytes.subarray(0, magicBytes.length).equals(magicBytes))
    throw new Error('the bytes do not begin as protobuf does here')
  const typeMeta = message({ 1: ['apiVersion', 'text'], 2: ['kind', 'text'] })
  const envelope = readMessage(
    bytes.subarray(magicBytes.length),
    message({ 1: ['type', typeMeta], 2: ['raw', 'bytes'] }),
  )
  const { apiVersion, kind } = envelope.type as { apiVersion?: string; kind?: string }
  const spec = specs[kind ?? '']
  if (spec === undefined) throw new Error(`kind ${kind}`)
  const object = message({ 1: ['metadata', meta], 2: ['spec', spec] })
  return { apiVersion, kind, ...readMessage(Buffer.from(String(envelope.raw), 'base64'), object) }
}

function readMessage(bytes: Uint8Array, { fields }: Message): Record<string, unknown> {
  const reader = new BinaryReader(bytes)
  const decodedFields: Record<string, unknown> = {}
  while (reader.pos < reader.len) {
    const [number, wire] = reader.tag()
    const field = fields[number]
    if (field === undefined) {
      reader.skip(wire, number)
      continue
    }
    const [name, fieldType] = field
    if (Array.isArray(fieldType)) {
      const list = (decodedFields[name] ??= []) as unknown[]
      list.push(readValue(reader, fieldType[0] as FieldType, wire))
    } else if (typeof fieldType === 'object' && 'map' in fieldType) {
      const { key = '', value = '' } = readMessage(
        reader.bytes(),
        message({ 1: ['key', 'text'], 2: ['value', 'text'] }),
      )
      const mapField = (decodedFields[name] ??= {}) as Record<string, unknown>
      mapField[String(key)] = value
    } else {
      const value = readValue(reader, fieldType as FieldType, wire)
      if (value !== '') decodedFields[name] = value
    }
  }
  return decodedFields
}

function readValue(reader: BinaryReader, fieldType: FieldType, wire: WireType): unknown {
  if (wire === WireType.Varint) return fieldType === 'bool' ? reader.bool() : Number(reader.int64())
  if (fieldType === 'text') return reader.string()
  if (fieldType === 'bytes') return Buffer.from(reader.bytes()).toString('base64')
  if (fieldType === 'time' || fieldType === 'micro') {
    const instant = readMessage(reader.bytes(), message({ 1: ['seconds', 'number'], 2: ['nanos', 'number'] }))
    const text = new Date(Number(instant.seconds ?? 0) * 1_000).toISOString().slice(0, 19)
    return fieldType === 'time'
      ? `${text}Z`
      : `${text}.${String(Math.floor(Number(instant.nanos ?? 0) / 1_000)).padStart(6, '0')}Z`
  }
  return readMessage(reader.bytes(), fieldType as Message)
}
