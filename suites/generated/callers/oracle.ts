import {
  fileTokens,
  type Header,
  type HeaderFlags,
  headerFlags,
  type Request,
  type TokenOwner,
  webhookTokens,
} from './model.ts'

/** Identity of a caller. A part that is undefined is open. */
export interface Identity {
  readonly username: string
  /** Groups, sorted, without the groups that the server adds. */
  readonly groups?: readonly string[]
  readonly uid?: string
  /** Values by key, in lower case. */
  readonly extra?: Readonly<Record<string, readonly string[]>>
}

/** Identity of rejected callers. */
export const unauthenticated: Identity = { username: '(unauthenticated)' }

/** Result of checking one credential: the identities that it may stand for, or `invalid`. */
type CredentialResult = readonly Identity[] | 'invalid'

/**
 * Returns the identities that a server may determine for a request. The documents do not specify the order of the
 * authenticators, and whether an invalid credential together with a valid one is rejected.
 */
export function permittedIdentities(kind: keyof typeof headerFlags, request: Request): readonly Identity[] {
  const results = [certificateResult(headerFlags[kind], request), tokenResult(request.token)].filter(
    (result) => result !== undefined,
  )
  const identities = results.flatMap((result) => (result === 'invalid' ? [] : result))
  return identities.length === 0 || results.includes('invalid')
    ? [...identities, unauthenticated]
    : identities
}

function certificateResult(flags: HeaderFlags, request: Request): CredentialResult | undefined {
  const { issuer, commonName } = request
  if (issuer === 'none') return undefined
  if (issuer === 'unknown') return 'invalid'
  if (issuer === 'clients') return [{ username: commonName }]
  const isAllowed = flags.allowedNames.length === 0 || flags.allowedNames.includes(commonName)
  const usernames = flags.usernames.flatMap((name) => valuesOf(request, name))
  if (!isAllowed || usernames.length === 0) return 'invalid'
  const groups = [...new Set(flags.groups.flatMap((name) => valuesOf(request, name)))].toSorted()
  const uids = flags.uids.flatMap((name) => valuesOf(request, name))
  const extra = extraOf(flags, request.headers)
  return usernames.flatMap((username) =>
    (uids.length === 0 ? [''] : uids).map((uid) => ({ username, groups, uid, extra })),
  )
}

function tokenResult(token: string | undefined): CredentialResult | undefined {
  if (token === undefined) return undefined
  const owner: TokenOwner | undefined = fileTokens[token] ?? webhookTokens[token]
  return owner === undefined ? 'invalid' : [{ ...owner, groups: owner.groups.toSorted() }]
}

function valuesOf({ headers }: Request, listedName: string): readonly string[] {
  return headers.flatMap(([name, values]) => (name.toLowerCase() === listedName.toLowerCase() ? values : []))
}

function extraOf({ extraPrefixes }: HeaderFlags, headers: readonly Header[]): NonNullable<Identity['extra']> {
  const extra: Record<string, readonly string[]> = {}
  for (const [name, values] of headers) {
    const lowerCaseName = name.toLowerCase()
    const prefix = extraPrefixes.find((each) => lowerCaseName.startsWith(each.toLowerCase()))
    if (prefix === undefined) continue
    const key = lowerCaseName.slice(prefix.length)
    extra[key] = [...(extra[key] ?? []), ...values].toSorted()
  }
  return extra
}
