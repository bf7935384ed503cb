import { sourceAt } from '#kit/tables.ts'
import type { CacheKind } from './model.ts'

/** Returns the time for which a dialect caches an accepted response longer than the documents state, and its source. */
export function extraCacheTime(
  dialect: string,
  { name }: CacheKind,
): { readonly ms: number; readonly source?: string } {
  if (dialect !== 'kubernetes' || name !== 'tokens') return { ms: 0 }
  // A second cache over all token authenticators.
  return { ms: 10_000, source: sourceAt('pkg/kubeapiserver/authenticator/config.go', 'L198-L200') }
}
