import type { Provider } from '../encryption/model.ts'

/** The providers of one resource in a file; `undefined` if the file does not list it. */
export type ListedProviders = readonly Provider[] | undefined

/** Providers of one resource in each of several files that replace each other, and restarts of the server. */
export interface ReloadCase {
  readonly files: readonly ListedProviders[]
  /** True at the index of each file that the server restarts with, instead of a reload. */
  readonly restarts: readonly boolean[]
}

/** Resources of the cases of a start. The server itself needs none of these resources. */
export const resources = ['jobs', 'replicasets', 'daemonsets', 'statefulsets'] as const
/** Resource whose writer changes with each file, so that every reload can be observed. */
export const sentinel = 'deployments'
