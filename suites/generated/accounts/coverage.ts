import { type AccountCase, listedAudiences, listedIssuers, objectStates, signers } from './model.ts'
import { isAccepted } from './oracle.ts'

/** Returns the coverage of a token: its parts, and whether it is accepted. */
export function coverageOf(token: AccountCase): readonly string[] {
  const [first = ''] = token.audiences
  const listed: readonly string[] = listedAudiences
  return [
    isAccepted(token) ? 'accepted' : 'rejected',
    `signer: ${token.signer}`,
    `issuer: ${(listedIssuers as readonly string[]).includes(token.issuer) ? token.issuer : 'unlisted'}`,
    `account: ${token.account}`,
    `secret: ${token.secret ?? 'none'}`,
    ...(token.hasExpired ? ['expired'] : []),
    ...(token.isSignatureIntact ? [] : ['changed signature']),
    ...(token.audiences.every((audience) => !listed.includes(audience)) ? ['no listed audience'] : []),
    ...(isAccepted(token) && !listed.includes(first) ? ['a listed audience after an unlisted one'] : []),
  ]
}

/** Parts of the coverage, each of which at least one drawn case must have. */
export const coverable: readonly string[] = [
  'accepted',
  'rejected',
  ...signers.map((signer) => `signer: ${signer}`),
  ...[...listedIssuers, 'unlisted'].map((issuer) => `issuer: ${issuer}`),
  ...objectStates.flatMap((state) => [`account: ${state}`, `secret: ${state}`]),
  'secret: none',
  'expired',
  'changed signature',
  'no listed audience',
  'a listed audience after an unlisted one',
]
