import * as is from '../../../config/decode.ts'

const webhook = is.object({
  authorizedTTL: is.duration(),
  cacheAuthorizedRequests: is.boolean(),
  unauthorizedTTL: is.duration(),
  cacheUnauthorizedRequests: is.boolean(),
  timeout: is.duration(),
  subjectAccessReviewVersion: is.string(),
  matchConditionSubjectAccessReviewVersion: is.string(),
  failurePolicy: is.string(),
  connectionInfo: is.object({ type: is.string(), orchConfigFile: is.string() }),
  matchConditions: is.list(is.object({ expression: is.string() })),
})

/** The members of an AuthorizationConfiguration. */
export const authorizationFields = {
  authorizers: is.list(is.object({ type: is.string(), name: is.string(), webhook })),
}

/** An AuthorizationConfiguration as it was read; whatever was left out is undefined. */
export type AuthorizationConfig = {
  readonly [K in keyof typeof authorizationFields]: is.Decoded<(typeof authorizationFields)[K]> | undefined
}

/** One entry of `authorizers`. */
export type AuthorizerConfig = NonNullable<AuthorizationConfig['authorizers']>[number]

/** The `webhook` member of an entry. */
export type WebhookConfig = NonNullable<AuthorizerConfig['webhook']>
