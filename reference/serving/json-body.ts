import { isMapping } from '../config/decode.ts'
import { ApiError } from './api-error.ts'
import type { Ask } from './ask.ts'

/** An untyped JSON object. */
export type Json = Readonly<Record<string, unknown>>

/** The body as a JSON object; throws an ApiError with 400 when it is none. */
export async function jsonBody(ask: Ask): Promise<Json> {
  const text = await ask.body()
  try {
    const value: unknown = JSON.parse(text)
    if (isMapping(value)) return value
  } catch {
    // The same answer as for a body of another type.
  }
  throw new ApiError(400, 'the body is not a JSON object')
}

/** A member that is an object; an empty one when it is missing or something else. */
export function member(value: Json, name: string): Json {
  const found = value[name]
  return isMapping(found) ? found : {}
}
