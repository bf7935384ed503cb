import type { Expression } from '../cel/expression.ts'
import { claim as of, text, user } from './authenticators.ts'
import type { Authenticator } from './model.ts'

/** Variables of a turn. */
export interface Own {
  /** A claim that nothing else reads, so that nothing hides its result. */
  readonly claim: string
  readonly prefix: string
  readonly value: string
  /** Key of an extra attribute. */
  readonly key: string
}

/** Adds a place to a configuration that reads a claim. */
export type Place = (around: Authenticator, own: Own) => Authenticator

/** Claim names that are not used in other places. */
export const ownClaims = ['squad', 'squads', 'te', 'squad/name'] as const
const attribute = (name: string): Expression => ['field', user, name]

const extraOf: Place = ({ extra, ...around }, { claim, key }) => ({
  ...around,
  extra: [{ key, value: of(claim) }, ...extra.filter((one) => one.key !== key)],
})
/** Maps the user name. */
export const usernameOf: Place = (around, { claim, prefix }) => ({ ...around, username: { claim, prefix } })
const groupsOf: Place = (around, { claim, prefix }) => ({ ...around, groups: { claim, prefix } })
const uidOf: Place = (around, { claim }) => ({ ...around, uid: { claim } })

const requiredOf: Place = ({ claimRules, ...around }, { claim, value }) => ({
  ...around,
  claimRules: [...claimRules, { claim, requiredValue: value }],
})

/** Places, with the names of their claims where these matter. */
export const places: readonly (readonly [place: Place, claims?: readonly string[]])[] = [
  [usernameOf],
  [groupsOf],
  [extraOf],
  [requiredOf],
  [({ claimRules, ...around }, { claim }) => ({ ...around, claimRules: [{ claim }, ...claimRules] })],
  [uidOf],
  [(around, { claim }) => ({ ...around, username: { expression: of(claim) } })],
  [(around, { claim }) => ({ ...around, groups: { expression: of(claim) } })],
  [(around, { claim }) => ({ ...around, uid: { expression: of(claim) } })],
  [requiredOf, ['squad.name']],
  [
    ({ claimRules, ...around }, { claim, value }) => ({
      ...around,
      claimRules: [{ expression: ['==', of(claim), text(value)] }, ...claimRules],
    }),
  ],
]

/** Places with a rule about the user that forbids the value of an attribute. */
export const forbidding: readonly Place[] = [
  (around, own) =>
    ruled(usernameOf(around, own), ['!=', attribute('username'), text(own.prefix + own.value)]),
  (around, own) =>
    ruled(groupsOf(around, own), ['not', ['in', text(own.prefix + own.value), attribute('groups')]]),
  (around, own) => ruled(uidOf(around, own), ['!=', attribute('uid'), text(own.value)]),
  (around, own) =>
    ruled(extraOf(around, own), [
      'not',
      ['in', text(own.value), ['index', attribute('extra'), text(own.key)]],
    ]),
]

function ruled({ userRules, ...around }: Authenticator, rule: Expression): Authenticator {
  return { ...around, userRules: [...userRules, rule] }
}
