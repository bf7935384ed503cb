/** Differences between a requested path and one of the conditions, or a path that none of them names. */
export const pathForms = [
  'same',
  'with a query',
  'slash at the end',
  'upper case',
  'below it',
  'longer',
  'cut short',
  'the root',
] as const
export type PathForm = (typeof pathForms)[number]

/** Anonymous authentication settings of a server, and the requests to it. */
export interface AnonymousCase {
  readonly enabled: boolean
  /** The paths of the conditions; `undefined` leaves them out. */
  readonly conditions?: readonly string[]
  /** Targets of requests, some with a query. */
  readonly targets: readonly string[]
}
