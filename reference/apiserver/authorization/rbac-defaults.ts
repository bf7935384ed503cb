import type { Attributes } from './authorizer.ts'

const healthPaths = /^\/(healthz|livez|readyz|version)(\/|$)/
const discoveryPaths = /^\/(api|apis|openapi)(\/|$)/
const issuerPaths = /^\/(\.well-known\/openid-configuration|openid\/v1\/jwks)$/
const selfReviews = ['selfsubjectreviews', 'selfsubjectaccessreviews', 'selfsubjectrulesreviews']

/**
 * Reports whether RBAC grants a request without a role: health, version and self reviews for all users, API discovery
 * for authenticated users, and the issuer paths for service accounts.
 */
export function isAlwaysGranted({ user, verb, path, resource }: Attributes): boolean {
  if (resource !== undefined) return verb === 'create' && selfReviews.includes(resource.resource)
  if (verb !== 'get' && verb !== 'head') return false
  const isAuthenticated = !user.groups.includes('system:unauthenticated')
  return (
    healthPaths.test(path) ||
    (isAuthenticated && discoveryPaths.test(path)) ||
    (user.groups.includes('system:serviceaccounts') && issuerPaths.test(path))
  )
}
