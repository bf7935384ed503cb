import { type Arbitrary, nat, record, tuple } from 'fast-check'
import { extraKeys, oneOf, prefixes, values } from '../drawn-values.ts'
import { authenticators } from './authenticators.ts'
import {
  type Authenticator,
  connections,
  discoveries,
  expiries,
  issuerForms,
  type JwtCase,
  signatures,
} from './model.ts'
import { expectedVerdict } from './oracle.ts'
import {
  forbiddingUses,
  type ClaimUseVariables,
  usualClaims,
  type AddClaimUse,
  claimUses,
  usernameOf,
} from './claim-uses.ts'
import { completeCase } from './tokens.ts'
import { audienceForms, claimForms, type Difference } from './differences.ts'

const unchangedAuthenticator: AddClaimUse = (authenticator) => authenticator
const byAddress: AddClaimUse = (authenticator, { prefix }) => ({
  ...authenticator,
  username: { claim: 'email', prefix },
})

interface CaseKind extends Pick<JwtCase, 'discovery' | 'connection'> {
  readonly place?: AddClaimUse
  readonly claims?: readonly string[]
  readonly values?: readonly string[]
  readonly tokens: (own: ClaimUseVariables) => readonly Difference[]
}

/** Returns the cases of a kind: its claim use within other valid settings, and its tokens. */
function casesOf({
  place = unchangedAuthenticator,
  claims = usualClaims,
  values: its = values,
  tokens,
  ...rest
}: CaseKind) {
  return record({
    around: authenticators,
    own: record({ claim: oneOf(claims), prefix: oneOf(prefixes), value: oneOf(its), key: oneOf(extraKeys) }),
    filler: tuple(nat(values.length - 1), nat(values.length - 1)),
  }).map(({ around, own, filler }): JwtCase => {
    const differences = tokens(own).map((one) => [one])
    const candidates = withFewerRules(around).map((one) =>
      completeCase({ authenticator: place(one, own), ...rest, filler, tokens: differences }),
    )
    return candidates.find(isFirstAccepted) ?? (candidates.at(-1) as JwtCase)
  })
}

/** Returns variants of the authenticator with fewer and fewer reasons to reject a token. */
function withFewerRules(all: Authenticator): readonly Authenticator[] {
  const { issuer, audiences } = all
  return [
    all,
    { ...all, userRules: [] },
    { ...all, userRules: [], claimRules: [] },
    {
      issuer,
      audiences,
      claimRules: [],
      username: { claim: 'team', prefix: 'p:' },
      extra: [],
      userRules: [],
    },
  ]
}

/** Reports whether the first token, which meets all requirements, is accepted. */
function isFirstAccepted({ authenticator, tokens: [good] }: JwtCase): boolean {
  return good !== undefined && 'user' in expectedVerdict(authenticator, good)
}

/** Number of tokens in a case. */
const tokensPerCase = 4

function chunks<T>(items: readonly T[]): readonly (readonly T[])[] {
  const chunkCount = Math.ceil(items.length / tokensPerCase)
  return Array.from({ length: chunkCount }, (_, at) =>
    items.slice(at * tokensPerCase, (at + 1) * tokensPerCase),
  )
}

// Strings that resemble values of another type.
const valuesLikeTypes = ['7', 'true'] as const
const emailVerifiedValues = [true, false, 'true', 1, null] as const

const caseKindGroups: readonly (readonly CaseKind[])[] = [
  ...claimUses.map(([place, claims = usualClaims]) =>
    chunks(claimForms).map(
      (forms): CaseKind => ({
        place,
        claims,
        ...(forms.includes('number') && { values: valuesLikeTypes }),
        tokens: ({ claim }) => forms.map((form) => ({ named: claim, claim: form })),
      }),
    ),
  ),
  forbiddingUses.map(
    (place): CaseKind => ({
      place,
      tokens: ({ claim, value }) =>
        [value, [value], ['another', value]].map((becomes) => ({ named: claim, becomes })),
    }),
  ),
  [byAddress, usernameOf].map(
    (place): CaseKind => ({ place, tokens: () => emailVerifiedValues.map((one) => ({ verified: one })) }),
  ),
  chunks(audienceForms).map((forms): CaseKind => ({ tokens: () => forms.map((aud) => ({ aud })) })),
  chunks(issuerForms.slice(1)).map((forms): CaseKind => ({ tokens: () => forms.map((iss) => ({ iss })) })),
  [{ tokens: () => expiries.slice(1).map((exp) => ({ exp })) }],
  chunks(signatures.slice(1)).map(
    (forms): CaseKind => ({ tokens: () => forms.map((signature) => ({ signature })) }),
  ),
  discoveries
    .slice(1)
    .map((discovery): CaseKind => ({ discovery, tokens: () => [{ iss: 'path left out' }] })),
  connections.slice(1).map((connection): CaseKind => ({ connection, tokens: () => [] })),
]

/**
 * Cases for each boundary of tokens and issuers: the first case of each kind, then the second case of each kind, and so
 * on.
 */
export const caseKinds: readonly Arbitrary<JwtCase>[] = Array.from(
  { length: Math.max(...caseKindGroups.map(({ length }) => length)) },
  (_, at) => caseKindGroups.flatMap((group) => group.slice(at, at + 1)),
).flatMap((round) => round.map(casesOf))
