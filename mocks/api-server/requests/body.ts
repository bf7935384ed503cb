import type { ApiServerRequest } from '../request.ts'
import { type ApiObject, isRecord } from '../model/object.ts'
import { badRequest, Refusal } from '../model/refusal.ts'
import { readProtobuf } from './protobuf.ts'

/** Returns the media type of a header, without its parameters. */
export function mediaType(header: string): string {
  const end = header.indexOf(';')
  return (end < 0 ? header : header.slice(0, end)).trim().toLowerCase()
}

const protobufType = 'application/vnd.kubernetes.protobuf'

/** Reads the request body into the journal entry. An unreadable body is recorded as bytes. Never rejects. */
export async function recordBody(request: ApiServerRequest, bytes: Buffer): Promise<void> {
  request.bodyBytes = bytes.length
  if (bytes.length === 0) return
  const type = mediaType(request.contentType)
  try {
    if (type === protobufType) request.body = readProtobuf(bytes)
    else if (type.endsWith('yaml')) {
      const { parse } = await import('yaml')
      request.body = parse(bytes.toString('utf8')) as unknown
    } else request.body = JSON.parse(bytes.toString('utf8')) as unknown
  } catch (thrown) {
    request.error = thrown instanceof Error ? thrown.message : String(thrown)
  }
  if (request.body === undefined || type === protobufType) request.raw = bytes
}

// A request without a media type contains JSON.
const readableMediaTypes = new Set(['', 'application/json', 'application/yaml', protobufType])

/** Returns the object in the request; throws 400 or 415 for everything else. */
export function sentObject(request: ApiServerRequest): ApiObject {
  const type = mediaType(request.contentType)
  if (!readableMediaTypes.has(type)) {
    const types = [...readableMediaTypes].filter(Boolean).join(', ')
    throw new Refusal(
      415,
      `the body of the request was in an unknown format - accepted media types include: ${types}`,
    )
  }
  if (isRecord(request.body)) return request.body
  if (type === protobufType) {
    const message = `this server reads protobuf of few kinds only (${request.error ?? 'not of this one'}): have the client send application/json`
    throw new Refusal(415, message)
  }
  throw badRequest(
    request.bodyBytes === 0
      ? 'Required value: the request has no body'
      : `the object provided is unrecognized (must be of type ${request.resource}): ${request.error ?? 'it is no object'}`,
  )
}

/** Returns the options in the body, or an empty object if the request has no body. */
export function sentOptions(request: ApiServerRequest): Readonly<Record<string, unknown>> {
  if (request.bodyBytes === 0) return {}
  return sentObject(request)
}
