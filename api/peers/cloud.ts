export { type MockCloud, startCloud, untagged, without } from '#mocks/cloud/index.ts'
export type * from '#mocks/cloud/wire.ts'
export * from '../http.ts'
