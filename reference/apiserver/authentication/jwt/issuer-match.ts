import { fault } from '../../../quirks/quirks.ts'
import type { IssuerSettings } from './settings.ts'

/** Reports whether the `iss` of a token is exactly the URL of this issuer. */
export function isIssuedBy(iss: unknown, issuer: IssuerSettings): boolean {
  return iss === issuer.url
}

/** Reports whether a fault accepts an `iss` other than the URL of the issuer. */
export function isAcceptedIssuer(iss: unknown, issuer: IssuerSettings): boolean {
  const { url, discoveryUrl } = issuer
  if (iss === undefined) return fault('iss-missing-accepted')
  if (Array.isArray(iss)) return iss.includes(url) && fault('iss-list-accepted')
  if (typeof iss !== 'string') return false
  const withoutSlashes = (text: string) => text.replace(/\/+$/, '')
  const withoutScheme = (text: string) => text.replace(/^https:\/\//, '')
  return (
    (withoutSlashes(iss) === withoutSlashes(url) && fault('iss-trailing-slash-dropped')) ||
    (iss.toLowerCase() === url.toLowerCase() && fault('iss-compared-case-insensitively')) ||
    (iss.startsWith(url) && fault('iss-prefix-accepted')) ||
    (iss !== '' && url.startsWith(iss) && fault('iss-cut-short-accepted')) ||
    (withoutScheme(iss) === withoutScheme(url) && fault('iss-without-scheme-accepted')) ||
    (iss.trim() === url && fault('iss-blanks-trimmed')) ||
    (discoveryUrl?.startsWith(iss) === true && iss !== '' && fault('iss-from-discovery-url-accepted')) ||
    (sameOrigin(iss, url) && fault('iss-path-ignored')) ||
    fault('iss-not-compared')
  )
}

function sameOrigin(a: string, b: string): boolean {
  return URL.canParse(a) && URL.canParse(b) && new URL(a).origin === new URL(b).origin
}
