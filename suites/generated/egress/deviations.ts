import type { EgressCase } from './model.ts'

/** Returns the known deviations of a dialect from the documents in a case. These cases are not checked. */
export function deviationsOf(dialect: string, { selections }: EgressCase): readonly string[] {
  if (dialect !== 'kubernetes') return []
  const isPlain = selections.some(({ way }) => way === 'http')
  const isStoreByGrpc = selections.some(({ name, way }) => name === 'etcd' && way === 'GRPC')
  return [
    ...(isPlain ? ['a tunnel server at an http:// url ends the start in a panic'] : []),
    ...(isStoreByGrpc ? ['a start whose store is behind a GRPC tunnel ends in a panic'] : []),
  ]
}
