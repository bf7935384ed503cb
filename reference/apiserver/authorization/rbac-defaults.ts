import type { Attributes } from './authorizer.ts'

const health = /^\/(healthz|livez|readyz|version)(\/|$)/
const discovery = /^\/(api|apis|openapi)(\/|$)/
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
    health.test(path) ||
    (isAuthenticated && discovery.test(path)) ||
    (user.groups.includes('system:serviceaccounts') && issuerPaths.test(path))
  )
}
