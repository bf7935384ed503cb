import { type Arbitrary, constant, nat, oneof, record, shuffledSubarray } from 'fast-check'
import { oneOf } from '../drawn-values.ts'
import {
  type AccountCase,
  listedAudiences,
  listedIssuers,
  objectStates,
  signers,
  unlistedAudiences,
  unlistedIssuers,
} from './model.ts'

// Maximum number of unlisted audiences next to a listed one.
const maxUnlisted = 2

const audiences = record({
  listed: shuffledSubarray([...listedAudiences], { minLength: 1 }),
  unlisted: shuffledSubarray([...unlistedAudiences], { maxLength: maxUnlisted }),
  isListedFirst: nat(1),
}).map(({ listed, unlisted, isListedFirst }) =>
  isListedFirst === 1 ? [...listed, ...unlisted] : [...unlisted, ...listed],
)

/** Tokens that a server accepts. */
const validTokens: Arbitrary<AccountCase> = record({
  signer: oneOf(signers.slice(0, -1)),
  issuer: oneOf(listedIssuers),
  audiences,
  hasExpired: constant(false),
  isSignatureIntact: constant(true),
  account: constant('present' as const),
  secret: oneOf([undefined, 'present']),
})

/** Differences, each of which makes a valid token invalid. */
const defects: Arbitrary<Partial<AccountCase>> = oneof(
  constant({ signer: 'unknown' as const }),
  record({ issuer: oneOf(unlistedIssuers) }),
  record({ audiences: shuffledSubarray([...unlistedAudiences], { minLength: 1 }) }),
  constant({ hasExpired: true }),
  constant({ isSignatureIntact: false }),
  record({ account: oneOf(objectStates.slice(1)) }),
  record({ secret: oneOf(objectStates.slice(1)) }),
)

/** Tokens of service accounts: valid ones, and ones with one defect. */
export const accountCases: Arbitrary<AccountCase> = oneof(
  validTokens,
  record({ valid: validTokens, defect: defects }).map(({ valid, defect }) => ({ ...valid, ...defect })),
)
