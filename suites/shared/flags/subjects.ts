import { apiServerFlags } from '#documents/3/api-server-flags/index.ts'
import { auditRows } from '#documents/3/audit-flags.ts'

// Flags whose rules a suite of their subject declares, because they need its settings.
const subjects = {
  issuer: /^--(anonymous-auth|authentication-config|oidc-.*)$/,
  authenticators:
    /^--(api-audiences|authentication-token-webhook-.*|client-ca-file|enable-bootstrap-token-auth|requestheader-.*|service-account-.*|token-auth-file)$/,
  authorization: /^--authorization-/,
  lifecycle:
    /^--(debug-socket-path|goaway-chance|http2-max-.*|livez-.*|max-(mutating-)?requests-inflight|min-request-timeout|profiling|request-timeout|shutdown-.*|storage-initialization-timeout)$/,
} as const

/** All flags of the API server. */
export const apiServerRows = [...apiServerFlags.rows, ...auditRows]

/** Returns the flags of a subject. */
export function rowsOfSubject(subject: keyof typeof subjects): typeof apiServerRows {
  return apiServerRows.filter(({ flag }) => subjects[subject].test(flag))
}

/** Flags that belong to no subject. */
export const plainRows = apiServerRows.filter(
  ({ flag }) => !Object.values(subjects).some((pattern) => pattern.test(flag)),
)
