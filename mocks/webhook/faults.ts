import type { Review } from './review.ts'

/** Responds in a different version than requested: `v1beta1` to `v1`, and `v1` to any other version. */
export function wrongVersion<Reviewed extends Review>(honest: Reviewed): Reviewed {
  const [group = '', version] = honest.apiVersion.split('/')
  return { ...honest, apiVersion: `${group}/${version === 'v1' ? 'v1beta1' : 'v1'}` }
}

/** Responds with an object of a different kind. */
export function wrongKind<Reviewed extends Review>(honest: Reviewed): Reviewed {
  return { ...honest, kind: 'ConfigMap' }
}
