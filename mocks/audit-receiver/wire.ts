/** One stage of one request, as far as checks look at it; all else that an implementation writes is kept beside. */
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

/** What an audit webhook is sent: the group and version stand on the list, and hold for its items. */
export interface EventList {
  readonly kind: 'EventList'
  /** Absent where an implementation forgot it: what arrived is told all the same. */
  readonly apiVersion?: string
  readonly items: readonly AuditEvent[]
}

/** The list in a body, or why an honest receiver refuses it. */
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
