/** Differences between a requested path and a path of the conditions. */
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
  /** Paths of the conditions; `undefined` omits the conditions. */
  readonly conditions?: readonly string[]
  /** Targets of requests, some with a query. */
  readonly targets: readonly string[]
}
