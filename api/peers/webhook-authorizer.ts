export {
  type AuthorizationRequest,
  type AccessSpec,
  type AccessStatus,
  allow,
  allowAndDeny,
  type Decision,
  deny,
  evaluationError,
  groupsOf,
  noOpinion,
  type Policy,
  type ResourceAttributes,
  startWebhookAuthorizers,
  type SubjectAccessReview,
  type WebhookAuthorizer,
  type WebhookAuthorizers,
  type WebhookAuthorizersOptions,
} from '#mocks/webhook-authorizer/index.ts'
export * from '../http.ts'
export * from '../review.ts'
export type {
  /** @deprecated Use `AuthorizationRequest`. */
  AuthorizationRequest as AccessSeen,
} from '#mocks/webhook-authorizer/index.ts'
