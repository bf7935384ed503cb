import { type CallerCase, fileTokens, headerFlags, issuers, webhookTokens } from './model.ts'
import { unauthenticated, permittedIdentities } from './oracle.ts'

/** Returns the coverage of a case: its flags and protocol, and the credentials and results of its requests. */
export function coverageOf({ flags, protocol, requests }: CallerCase): readonly string[] {
  return [
    flags,
    protocol,
    ...requests.flatMap((request) => {
      const identities = permittedIdentities(flags, request)
      const [first = unauthenticated] = identities
      return [
        `certificate: ${request.issuer}`,
        `token: ${tokenKind(request.token)}`,
        ...(identities.length === 1
          ? [first === unauthenticated ? 'rejected' : 'identified']
          : ['several results']),
        ...(first.extra === undefined ? [] : headerParts(first)),
      ]
    }),
  ]
}

function headerParts({ groups = [], uid = '', extra = {} }: ReturnType<typeof permittedIdentities>[number]) {
  return [
    'identified by headers',
    ...(groups.length > 1 ? ['several groups of headers'] : []),
    ...(uid === '' ? [] : ['a UID of headers']),
    ...(Object.keys(extra).length > 0 ? ['extra attributes of headers'] : []),
  ]
}

function tokenKind(token: string | undefined): string {
  if (token === undefined) return 'none'
  return token in fileTokens ? 'of the file' : token in webhookTokens ? 'of the webhook' : 'unknown'
}

/** Parts of the coverage, each of which at least one drawn case must have. */
export const coverable: readonly string[] = [
  ...Object.keys(headerFlags),
  'HTTP/1.1',
  'HTTP/2',
  ...issuers.map((issuer) => `certificate: ${issuer}`),
  ...['none', 'of the file', 'of the webhook', 'unknown'].map((kind) => `token: ${kind}`),
  'rejected',
  'identified',
  'several results',
  'identified by headers',
  'several groups of headers',
  'a UID of headers',
  'extra attributes of headers',
]
