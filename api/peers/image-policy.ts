export {
  type ImagePolicies,
  type ImagePoliciesOptions,
  refuseImages,
  startImagePolicies,
} from '#mocks/image-policy/index.ts'
export type * from '#mocks/image-policy/wire.ts'
export * from '../http.ts'
export * from '../review.ts'
