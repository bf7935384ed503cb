import { constantFrom, type Arbitrary } from 'fast-check'

// Small sets, so that similar values meet: one is the prefix of another, or differs in case, a blank or a separator.

/** Names of claims. Those with other characters are only valid in an index of an expression. */
export const claimNames = [
  'team',
  'teams',
  'Team',
  'tea',
  'team_',
  'level',
  'team.name',
  'team/name',
  'équipe',
] as const
/** Names of claims that are valid after a dot. */
export const plainClaimNames = claimNames.filter((name) => /^\w+$/.test(name))
/** Texts that claims, groups and rules compare. */
export const values = [
  'dev',
  'devs',
  'Dev',
  'de',
  'ops',
  'true',
  '7',
  'dev ',
  'dév',
  'a:dev',
  'dev,ops',
  'dev/ops',
] as const
/** Audiences. */
export const audienceNames = [
  'north',
  'north-east',
  'North',
  'nor',
  'south',
  'https://north.example',
  'nörd',
] as const
/** Prefixes of names and groups. */
export const prefixes = ['', 'p:', 'p', '-', 'dev', 'ü$1 %s', 'system:'] as const
/** Keys of extra attributes. */
export const extraKeys = [
  'example.org/team',
  'example.org/teams',
  'example.org/team/a',
  'a.example.org/team',
  'x/y',
] as const
/** Paths of issuers' URLs. */
export const issuerPaths = ['t', 't/a', 't/a/b', 't-a', 'ta', 'T', 'te', 'u', 'u/t', 'v%20w', 'v'] as const

/** Draws one of some texts. The first is the simplest. */
export function oneOf<const T>(all: readonly T[]): Arbitrary<T> {
  return constantFrom(...all)
}
