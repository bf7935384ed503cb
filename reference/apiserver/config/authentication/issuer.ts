import { X509Certificate } from 'node:crypto'
import { isFilled } from '../../../config/decode.ts'
import type { Problems } from '../../../config/problems.ts'
import { freedom } from '../../../quirks/quirks.ts'
import type { IssuerConfig } from './fields.ts'

/** Applies the rules of the Issuer table; `others` are the issuers of earlier entries. */
export function validateIssuer(
  issuer: IssuerConfig,
  otherIssuers: readonly IssuerConfig[],
  path: string,
  problems: Problems,
): void {
  if (isFilled(issuer.url)) validateUrl(issuer.url, `${path}.url`, problems)
  problems.require(
    !otherIssuers.some(({ url }) => url !== undefined && url === issuer.url),
    `${path}.url`,
    'used by an earlier entry',
    'duplicate-issuer-accepted',
  )
  if (isFilled(issuer.discoveryURL)) {
    validateDiscoveryUrl(issuer.discoveryURL, issuer, otherIssuers, `${path}.discoveryURL`, problems)
  }
  if (isFilled(issuer.certificateAuthority)) {
    const hasCertificates = isPemBundle(issuer.certificateAuthority)
    const message = 'must hold PEM-encoded certificates'
    problems.require(
      hasCertificates,
      `${path}.certificateAuthority`,
      message,
      'certificate-authority-not-pem-accepted',
    )
  }
  const matchPolicy = issuer.audienceMatchPolicy ?? ''
  problems.forbid(
    matchPolicy === '' && issuer.audiences?.length === 2,
    `${path}.audienceMatchPolicy`,
    'policy-required-for-two-audiences',
  )
  // The documents do not specify the legal values.
  if (matchPolicy !== '' && matchPolicy !== 'MatchAny')
    problems.add(`${path}.audienceMatchPolicy`, 'must be MatchAny')
}

/** Checks that a URL has the form `https://host` or `https://host/path`. */
function validateUrl(url: string, path: string, problems: Problems): void {
  const parsedUrl = parseUrl(url)
  if (parsedUrl === undefined || !/^[a-z]+:\/\/[^/?#]/i.test(url)) {
    problems.require(false, path, 'must have the form https://host/path', 'issuer-url-malformed-accepted')
    return
  }
  problems.require(parsedUrl.protocol === 'https:', path, 'must start with https://', 'http-issuer-accepted')
  const hasCredentials = parsedUrl.username !== '' || parsedUrl.password !== ''
  problems.require(!hasCredentials, path, 'must not name a user', 'issuer-url-user-accepted')
  problems.require(!url.includes('?'), path, 'must not have a query', 'issuer-url-query-accepted')
  problems.require(!url.includes('#'), path, 'must not have a fragment', 'issuer-url-fragment-accepted')
  problems.forbid(parsedUrl.pathname === '/', path, 'issuer-url-without-path-refused')
}

function validateDiscoveryUrl(
  url: string,
  issuer: IssuerConfig,
  otherIssuers: readonly IssuerConfig[],
  path: string,
  problems: Problems,
): void {
  const parsedUrl = parseUrl(url)
  if (parsedUrl?.protocol !== 'https:') problems.add(path, 'must be an https:// URL')
  problems.require(url !== issuer.url, path, 'must differ from url', 'discovery-url-equal-to-url-accepted')
  const withoutSlashes = (text: string | undefined) => (text ?? '').replace(/\/+$/, '')
  if (withoutSlashes(url) === withoutSlashes(issuer.url) && freedom('discovery-url-compared-without-slash')) {
    problems.add(path, 'must differ from url')
  }
  problems.require(
    !otherIssuers.some(({ discoveryURL }) => discoveryURL === url),
    path,
    'used by an earlier entry',
    'duplicate-discovery-url-accepted',
  )
  problems.forbid(
    url === `${issuer.url}/.well-known/openid-configuration`,
    path,
    'discovery-url-equal-to-well-known-refused',
  )
}

/** Reports whether a string contains certificates in PEM, and nothing invalid between them. */
function isPemBundle(text: string): boolean {
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  try {
    return blocks.length > 0 && blocks.every((block) => new X509Certificate(block).raw.length > 0)
  } catch {
    return false
  }
}

function parseUrl(url: string): URL | undefined {
  return URL.canParse(url) ? new URL(url) : undefined
}
