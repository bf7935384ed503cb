import { BinaryReader } from '@bufbuild/protobuf/wire'

/** Value whose key is encrypted by a plugin of version 1: `length ‖ encrypted key ‖ sealed value`. */
export interface EnvelopeV1 {
  readonly encryptedKey: Uint8Array
  readonly sealed: Uint8Array
}

/** Value whose key is derived from a seed that is encrypted by a plugin of version 2. */
export interface EnvelopeV2 {
  readonly keyId: string
  readonly encryptedSeed: Uint8Array
  readonly annotations: Readonly<Record<string, Uint8Array>>
  /** Values of all other fields, by field number. */
  readonly otherFields: Readonly<Record<number, unknown>>
  readonly sealed: Uint8Array
}

/** Parses an envelope of version 1. Throws if its length exceeds the data. */
export function envelopeV1(body: Uint8Array): EnvelopeV1 {
  if (body.length < 2) throw new RangeError('the envelope has no length')
  const keyEnd = 2 + Buffer.from(body.subarray(0, 2)).readUInt16BE()
  if (body.length < keyEnd) throw new RangeError(`the envelope has ${body.length} bytes of ${keyEnd}`)
  return { encryptedKey: body.subarray(2, keyEnd), sealed: body.subarray(keyEnd) }
}

/** Parses an envelope of version 2, a protobuf message. Throws for anything else. */
export function envelopeV2(body: Uint8Array): EnvelopeV2 {
  const reader = new BinaryReader(body)
  const bytes: Record<number, Uint8Array> = {}
  const annotations: Record<string, Uint8Array> = {}
  const otherFields: Record<number, unknown> = {}
  while (reader.pos < reader.len) {
    const [number, type] = reader.tag()
    if (number === 4) annotate(annotations, reader.bytes())
    else if (number <= 3) bytes[number] = reader.bytes()
    else otherFields[number] = type === 0 ? reader.uint32() : reader.skip(type)
  }
  const [sealed, keyId, encryptedSeed] = [bytes[1], bytes[2], bytes[3]]
  if (sealed === undefined || keyId === undefined || encryptedSeed === undefined) {
    throw new RangeError('the envelope lacks its value, the id of its key or its seed')
  }
  return {
    sealed,
    keyId: Buffer.from(keyId).toString('utf8'),
    encryptedSeed,
    annotations,
    otherFields,
  }
}

function annotate(annotations: Record<string, Uint8Array>, entry: Uint8Array): void {
  const reader = new BinaryReader(entry)
  let [name, value] = ['', new Uint8Array()]
  while (reader.pos < reader.len) {
    const [number] = reader.tag()
    if (number === 1) name = reader.string()
    else value = reader.bytes() as typeof value
  }
  annotations[name] = value
}
