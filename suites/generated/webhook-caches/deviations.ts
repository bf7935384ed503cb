import { sourceAt } from '#kit/tables.ts'
import type { CacheKind } from './model.ts'

/** Returns the time by which a dialect caches an accepted response longer than documented, and its source. */
export function extraCacheTime(
  dialect: string,
  { name }: CacheKind,
): { readonly ms: number; readonly source?: string } {
  if (dialect !== 'kubernetes' || name !== 'tokens') return { ms: 0 }
  // kube-apiserver has a second cache over all token authenticators.
  return { ms: 10_000, source: sourceAt('pkg/kubeapiserver/authenticator/config.go', 'L198-L200') }
}
