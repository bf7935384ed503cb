import { type AccountCase, listedAudiences, listedIssuers } from './model.ts'

const includes = (list: readonly string[], value: string): boolean => list.includes(value)

/** Reports whether a server accepts a token: only if each part of it is valid. */
export function isAccepted(token: AccountCase): boolean {
  return (
    token.signer !== 'unknown' &&
    token.isSignatureIntact &&
    includes(listedIssuers, token.issuer) &&
    token.audiences.some((audience) => includes(listedAudiences, audience)) &&
    !token.hasExpired &&
    token.account === 'present' &&
    (token.secret === undefined || token.secret === 'present')
  )
}
