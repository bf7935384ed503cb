import type { JsonObject } from '@bufbuild/protobuf'
import type { FlagValues } from '../../flags/flag-values.ts'
import { fault } from '../../quirks/quirks.ts'
import type { Json } from '../../serving/json-body.ts'
import { type Resource, resources } from '../api/resource.ts'
import { startsWith } from '../encryption/sealer.ts'

/** Encodes objects for storage, and decodes them from any form. */
export interface Codec {
  encode(object: Json, resource: Resource): Promise<Uint8Array>
  decode(stored: Uint8Array): Promise<Json>
}

/** Prefix of an object in protobuf. */
const protobufPrefix = 'orch\0'
const jsonType = 'application/json'
const yamlType = 'application/yaml'

/** Returns the codec of `--storage-media-type`. Custom resources are always stored as JSON. */
export function codecOf(flags: FlagValues): Codec {
  const type = flags.string('storage-media-type')
  const usesDefaultType = !flags.isSet('storage-media-type')
  return {
    async encode(object, resource) {
      const isCustom = !resources.includes(resource)
      if (isCustom) return asJson(object)
      if (usesDefaultType && fault('storage-media-type-default-json')) return asJson(object)
      const overrideStart = `${resource.group}/${resource.resource}#`
      const isOverridden = flags
        .strings('etcd-servers-overrides')
        .some((text) => text.startsWith(overrideStart))
      if (isOverridden && !usesDefaultType && fault('etcd-overrides-in-default-form'))
        return asProtobuf(object)
      if (type === jsonType)
        return fault('storage-media-type-json-ignored') ? asProtobuf(object) : asJson(object)
      if (type === yamlType)
        return fault('storage-media-type-yaml-ignored') ? asProtobuf(object) : asYaml(object)
      return fault('storage-media-type-protobuf-is-json') ? asJson(object) : asProtobuf(object)
    },
    async decode(stored) {
      if (startsWith(stored, protobufPrefix)) return fromProtobuf(stored.subarray(protobufPrefix.length))
      const text = Buffer.from(stored).toString('utf8')
      if (text.startsWith('{')) return JSON.parse(text) as Json
      const { parse } = await import('./yaml.ts')
      return parse(text) as Json
    },
  }
}

const asJson = (object: Json) => Buffer.from(JSON.stringify(object), 'utf8')

async function asYaml(object: Json): Promise<Uint8Array> {
  const { stringify } = await import('./yaml.ts')
  return Buffer.from(stringify(object), 'utf8')
}

async function asProtobuf(object: Json): Promise<Uint8Array> {
  const { fromJson, toBinary } = await import('@bufbuild/protobuf')
  const { StructSchema } = await import('@bufbuild/protobuf/wkt')
  // Members without a value must be removed first.
  const jsonObject = JSON.parse(JSON.stringify(object)) as JsonObject
  return Buffer.concat([
    Buffer.from(protobufPrefix),
    toBinary(StructSchema, fromJson(StructSchema, jsonObject)),
  ])
}

async function fromProtobuf(bytes: Uint8Array): Promise<Json> {
  const { fromBinary, toJson } = await import('@bufbuild/protobuf')
  const { StructSchema } = await import('@bufbuild/protobuf/wkt')
  return toJson(StructSchema, fromBinary(StructSchema, bytes)) as Json
}
