import { type Arbitrary, array, constant, nat, oneof, record, tuple } from 'fast-check'
import { oneOf, values } from '../drawn-values.ts'
import { authenticators } from './authenticators.ts'
import { discoveries, expiries, issuerForms, type JwtCase, signatures } from './model.ts'
import { completeCase } from './tokens.ts'
import { audienceForms, claimForms, type Difference } from './differences.ts'
import { caseKinds } from './case-kinds.ts'

// Claims that do not matter if no setting names them: long ago, in seconds since 1970, or of another client.
const furtherClaims: readonly Difference[] = [
  { named: 'nbf', becomes: 1_500_000_000 },
  { named: 'iat', becomes: 1_500_000_000 },
  { named: 'azp', becomes: 'another-client' },
]

const difference: Arbitrary<Difference> = oneof(
  { arbitrary: record({ at: nat(11), claim: oneOf(claimForms) }), weight: 12 },
  { arbitrary: record({ required: nat(2), claim: oneOf([...claimForms, 'path to it']) }), weight: 6 },
  {
    arbitrary: record({ required: nat(2), claim: oneOf(['number', 'true', 'path to it', 'list of it']) }),
    weight: 3,
  },
  {
    arbitrary: record({
      mapped: nat(3),
      claim: oneOf(['null', 'empty list', 'empty text', 'list with a number']),
    }),
    weight: 5,
  },
  { arbitrary: record({ aud: oneOf(audienceForms) }), weight: 4 },
  { arbitrary: record({ iss: oneOf(issuerForms.slice(1)) }), weight: 3 },
  { arbitrary: record({ exp: oneOf(expiries.slice(1)) }), weight: 1 },
  { arbitrary: record({ signature: oneOf(signatures.slice(1)) }), weight: 2 },
  { arbitrary: record({ verified: oneOf([true, false, 'true', 1, null]) }), weight: 3 },
  { arbitrary: oneOf(furtherClaims), weight: 2 },
)

const discovery = oneof(
  { arbitrary: constant(discoveries[0]), weight: 20 },
  { arbitrary: oneOf(discoveries), weight: 8 },
)

const drawnCase: Arbitrary<JwtCase> = record({
  authenticator: authenticators,
  discovery,
  /** Values of claims that the configuration names but does not fix. */
  filler: tuple(nat(values.length - 1), nat(values.length - 1)),
  tokens: array(array(difference, { minLength: 1, maxLength: 2 }), { maxLength: 6, size: 'max' }),
}).map(completeCase)

// Number of systematic cases per random case. Random cases reveal unexpected boundaries.
const turnsPerAny = 2

/**
 * Configurations with tokens near their boundaries. The first token meets all requirements. Cycles through the kinds of
 * boundaries, with random cases in between.
 */
export const jwtCases: readonly Arbitrary<JwtCase>[] = caseKinds.flatMap((turn, at) =>
  at % turnsPerAny === 0 ? [drawnCase, turn] : [turn],
)
