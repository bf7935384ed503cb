import { constantFrom, type Arbitrary } from 'fast-check'

// The sets are small, so that similar values occur together: values that are prefixes of other values, or that differ
// in case, a space or a separator.

/** Names of claims. Names with special characters need an index in expressions. */
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
/** Names of claims that are identifiers. */
export const plainClaimNames = claimNames.filter((name) => /^\w+$/.test(name))
/** Strings of claims, groups and rules. */
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

/** Draws one of the values. The first is the simplest. */
export function oneOf<const T>(items: readonly T[]): Arbitrary<T> {
  return constantFrom(...items)
}
