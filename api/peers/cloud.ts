export { type MockCloud, startCloud, untagged, without } from '#mocks/cloud/index.ts'
export type * from '#mocks/cloud/wire.ts'
export * from '../http.ts'
export type {
  /** @deprecated Use `CallContent`. */
  CallContent as Told,
  /** @deprecated Use `CloudRequest`. */
  CloudRequest as CloudSeen,
} from '#mocks/cloud/wire.ts'
