/** Resources that a quota counts, with the objects of each that a case creates and removes. */
export const countedResources = ['configmaps', 'secrets', 'services'] as const
export type Counted = (typeof countedResources)[number]

/** An action: an object is created or removed, or another client writes a usage. */
export type QuotaAction =
  | { readonly resource: Counted; readonly object: 'a' | 'b'; readonly exists: boolean }
  | { readonly resource: Counted; readonly wrong: number }

/** Rounds of actions in a namespace with one quota for all resources. */
export interface QuotaCase {
  readonly rounds: readonly (readonly QuotaAction[])[]
}
