import type { OidcHost } from '#mocks/oidc-issuer/index.ts'
import { configurationKinds } from '../configuration/kinds.ts'
import { validKeys } from '#documents/1/authentication-extra.ts'
import { audience, authenticationConfiguration } from './configuration.ts'

/** Control check of every variant of the complete file. */
export const completeTwin = configurationKinds.authentication.complete

/** The faults that refuse a legal part of the complete file. */
export const completeFaults = [
  'extra-key-deep-path-refused',
  'issuer-url-without-path-refused',
  'discovery-url-equal-to-well-known-refused',
] as const

/** Indexes of the entries of the complete file, by the source of their users. */
export const entries = { claims: 0, expressions: 1, minimal: 2 } as const

/**
 * Returns a file that uses every field: one entry with claims, one with expressions, one with required fields only.
 */
export function completeFile(host: OidcHost): object {
  const jwt = [claimsEntry(host), expressionsEntry(host), minimalEntry(host)]
  return authenticationConfiguration({ jwt })
}

function issuerOf(host: OidcHost, name: string): { url: string; [field: string]: unknown } {
  const { url, certificateAuthority } = host.issuer(name)
  return { url, certificateAuthority, audiences: [audience] }
}

function claimsEntry(host: OidcHost): object {
  const issuer = issuerOf(host, 'claims')
  return {
    issuer: { ...issuer, discoveryURL: `${issuer.url}/.well-known/openid-configuration` },
    claimValidationRules: [{ claim: 'tier', requiredValue: 'gold' }, { claim: 'marker' }],
    claimMappings: {
      username: { claim: 'sub', prefix: 'user:' },
      groups: { claim: 'teams', prefix: '' },
      uid: { claim: 'id' },
    },
  }
}

function expressionsEntry(host: OidcHost): object {
  return {
    issuer: issuerOf(host, 'expressions'),
    claimValidationRules: [
      { expression: 'claims.sub != "nobody"', message: 'nobody may not come in' },
      { expression: 'claims.sub != "noone"' },
    ],
    claimMappings: {
      username: { expression: '"user:" + claims.sub' },
      groups: { expression: '["team:" + claims.sub]' },
      uid: { expression: '"id-" + claims.sub' },
      extra: validKeys.map((key) => ({ key, valueExpression: 'claims.sub' })),
    },
    // The expression is constant, because the documents do not name the variable.
    userValidationRules: [{ expression: '1 < 2', message: 'numbers are out of order' }],
  }
}

function minimalEntry(host: OidcHost): object {
  return {
    issuer: { url: host.issuer('').url, audiences: [audience] },
    claimMappings: { username: { claim: 'sub', prefix: 'minimal:' } },
  }
}
