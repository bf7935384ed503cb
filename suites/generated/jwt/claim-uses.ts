import type { Expression } from '../cel/expression.ts'
import { claim as of, text, user } from './authenticators.ts'
import type { Authenticator } from './model.ts'

/** Variables of a claim use. */
export interface ClaimUseVariables {
  /** Claim that nothing else in the configuration reads. */
  readonly claim: string
  readonly prefix: string
  readonly value: string
  /** Key of an extra attribute. */
  readonly key: string
}

/** Adds a use of a claim to a configuration. */
export type AddClaimUse = (authenticator: Authenticator, own: ClaimUseVariables) => Authenticator

/** Claim names without other uses. */
export const usualClaims = ['squad', 'squads', 'te', 'squad/name'] as const
const userField = (name: string): Expression => ['field', user, name]

const extraOf: AddClaimUse = ({ extra, ...around }, { claim, key }) => ({
  ...around,
  extra: [{ key, value: of(claim) }, ...extra.filter((one) => one.key !== key)],
})
/** Maps the claim to the user name. */
export const usernameOf: AddClaimUse = (authenticator, { claim, prefix }) => ({
  ...authenticator,
  username: { claim, prefix },
})
const groupsOf: AddClaimUse = (authenticator, { claim, prefix }) => ({
  ...authenticator,
  groups: { claim, prefix },
})
const uidOf: AddClaimUse = (authenticator, { claim }) => ({ ...authenticator, uid: { claim } })

const requiredOf: AddClaimUse = ({ claimRules, ...around }, { claim, value }) => ({
  ...around,
  claimRules: [...claimRules, { claim, requiredValue: value }],
})

/** Uses of claims, with the names of their claims if these matter. */
export const claimUses: readonly (readonly [place: AddClaimUse, claims?: readonly string[]])[] = [
  [usernameOf],
  [groupsOf],
  [extraOf],
  [requiredOf],
  [({ claimRules, ...around }, { claim }) => ({ ...around, claimRules: [{ claim }, ...claimRules] })],
  [uidOf],
  [(authenticator, { claim }) => ({ ...authenticator, username: { expression: of(claim) } })],
  [(authenticator, { claim }) => ({ ...authenticator, groups: { expression: of(claim) } })],
  [(authenticator, { claim }) => ({ ...authenticator, uid: { expression: of(claim) } })],
  [requiredOf, ['squad.name']],
  [
    ({ claimRules, ...around }, { claim, value }) => ({
      ...around,
      claimRules: [{ expression: ['==', of(claim), text(value)] }, ...claimRules],
    }),
  ],
]

/** Claim uses with a user rule that forbids the value of an attribute. */
export const forbiddingUses: readonly AddClaimUse[] = [
  (authenticator, own) =>
    withUserRule(usernameOf(authenticator, own), ['!=', userField('username'), text(own.prefix + own.value)]),
  (authenticator, own) =>
    withUserRule(groupsOf(authenticator, own), [
      'not',
      ['in', text(own.prefix + own.value), userField('groups')],
    ]),
  (authenticator, own) => withUserRule(uidOf(authenticator, own), ['!=', userField('uid'), text(own.value)]),
  (authenticator, own) =>
    withUserRule(extraOf(authenticator, own), [
      'not',
      ['in', text(own.value), ['index', userField('extra'), text(own.key)]],
    ]),
]

function withUserRule({ userRules, ...around }: Authenticator, rule: Expression): Authenticator {
  return { ...around, userRules: [...userRules, rule] }
}
