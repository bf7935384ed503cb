/** How a path that is asked for differs from one of the conditions, or from a path that none of them names. */
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

/** Whom a server lets in without credentials, and what it is asked for. */
export interface AnonymousCase {
  readonly enabled: boolean
  /** The paths of the conditions; `undefined` leaves them out. */
  readonly conditions?: readonly string[]
  /** Targets of requests, some with a query. */
  readonly targets: readonly string[]
}
