import { create, isMessage, type MessageInitShape, toBinary } from '@bufbuild/protobuf'
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire'
import type { Fields } from '../grpc/service.ts'
import { EventSchema, KeyValueSchema } from '#protos/etcd/kv_pb.ts'
import { RangeResponseSchema, ResponseHeaderSchema, WatchResponseSchema } from '#protos/etcd/rpc_pb.ts'

type KeyValueMessage = MessageInitShape<typeof KeyValueSchema>
type EventMessage = MessageInitShape<typeof EventSchema>

// The record of a key never changes and is sent repeatedly: to each list, to each watch, and as the previous value.
const encodings = new WeakMap<object, Uint8Array>()

function encodedKv(kv: KeyValueMessage): Uint8Array {
  const encoded = encodings.get(kv)
  if (encoded !== undefined) return encoded
  const bytes = toBinary(KeyValueSchema, create(KeyValueSchema, kv))
  // Results of a fault are not cached, because they may change.
  if (isMessage(kv)) encodings.set(kv, bytes)
  return bytes
}

/** Encodes the response to a range without the general writer, which is slow for lists of half a megabyte and more. */
export function encodeRange(answer: Fields<typeof RangeResponseSchema>): Buffer {
  const writer = new BinaryWriter()
  const { field } = RangeResponseSchema
  if (answer.header) {
    const header = toBinary(ResponseHeaderSchema, create(ResponseHeaderSchema, answer.header))
    writer.tag(field.header.number, WireType.LengthDelimited).bytes(header)
  }
  for (const kv of answer.kvs ?? []) {
    writer.tag(field.kvs.number, WireType.LengthDelimited).bytes(encodedKv(kv))
  }
  if (answer.more) writer.tag(field.more.number, WireType.Varint).bool(true)
  if (answer.count) writer.tag(field.count.number, WireType.Varint).int64(answer.count)
  return bufferOf(writer)
}

/** Encodes a message of a watch. */
export function encodeWatch({ events = [], ...rest }: Fields<typeof WatchResponseSchema>): Buffer {
  const writer = new BinaryWriter()
  // Fields may be in any order, so the general writer encodes the few small fields.
  writer.raw(toBinary(WatchResponseSchema, create(WatchResponseSchema, rest)))
  for (const event of events) {
    writer.tag(WatchResponseSchema.field.events.number, WireType.LengthDelimited).fork()
    writeEvent(writer, event)
    writer.join()
  }
  return bufferOf(writer)
}

function writeEvent(writer: BinaryWriter, { type, kv, prevKv }: EventMessage): void {
  const { field } = EventSchema
  if (type) writer.tag(field.type.number, WireType.Varint).int32(type)
  if (kv) writer.tag(field.kv.number, WireType.LengthDelimited).bytes(encodedKv(kv))
  if (prevKv) writer.tag(field.prevKv.number, WireType.LengthDelimited).bytes(encodedKv(prevKv))
}

function bufferOf(writer: BinaryWriter): Buffer {
  const bytes = writer.finish()
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
