import { isMapping } from '../config/decode.ts'
import { ApiError } from './api-error.ts'
import type { ServerRequest } from './request.ts'

/** Untyped JSON object. */
export type Json = Readonly<Record<string, unknown>>

/** Returns the body as a JSON object. Throws an ApiError with 400 for any other body. */
export async function jsonBody(request: ServerRequest): Promise<Json> {
  const text = await request.body()
  try {
    const value: unknown = JSON.parse(text)
    if (isMapping(value)) return value
  } catch {
    // Invalid JSON gets the same response as JSON of another type.
  }
  throw new ApiError(400, 'the body is not a JSON object')
}

/** Returns a member that is an object, or an empty object when it is missing or has another type. */
export function member(value: Json, name: string): Json {
  const memberValue = value[name]
  return isMapping(memberValue) ? memberValue : {}
}
