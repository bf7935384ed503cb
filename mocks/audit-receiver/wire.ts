/** One stage of one request, with the fields that checks read. All other fields are also kept. */
export interface AuditEvent {
  readonly apiVersion?: string
  readonly kind?: string
  readonly level: string
  readonly auditID: string
  readonly stage: string
  readonly requestURI: string
  readonly verb: string
  readonly user?: { readonly username?: string; readonly groups?: readonly string[] }
  readonly responseStatus?: { readonly code?: number }
  readonly requestObject?: object
  readonly responseObject?: object
}

/** Request body of an audit webhook: the group and version are on the list, and apply to its items. */
export interface EventList {
  readonly kind: 'EventList'
  /** Absent if the implementation omitted the field. The receiver accepts such a list. */
  readonly apiVersion?: string
  readonly items: readonly AuditEvent[]
}

/** Returns the list in a body, or the reason why a correct receiver rejects it. */
export function readEventList(body: string): EventList | { readonly refusal: string } {
  let list: unknown
  try {
    list = JSON.parse(body)
  } catch {
    return { refusal: 'the body is not JSON' }
  }
  if (typeof list !== 'object' || list === null) return { refusal: 'the body is not an object' }
  const { kind, items } = list as Record<string, unknown>
  if (kind !== 'EventList') return { refusal: `kind is ${JSON.stringify(kind)} instead of EventList` }
  if (!Array.isArray(items)) return { refusal: 'items is not a list' }
  return list as EventList
}
