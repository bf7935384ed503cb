/** Resources that a quota counts, with the objects of each that a case creates and removes. */
export const countedResources = ['configmaps', 'secrets', 'services'] as const
export type Counted = (typeof countedResources)[number]

/** Action that creates or removes an object, or writes a usage as another client. */
export type QuotaAction =
  | { readonly resource: Counted; readonly object: 'a' | 'b'; readonly exists: boolean }
  | { readonly resource: Counted; readonly wrong: number }

/** Rounds of actions in a namespace with one quota for all resources. */
export interface QuotaCase {
  readonly rounds: readonly (readonly QuotaAction[])[]
}
