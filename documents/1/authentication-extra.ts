import { type Facts, fieldsOf } from '../fields.ts'
import type { Changes, Field } from '../shape.ts'

const mappingsPath = 'jwt.1.claimMappings'
const firstEntry = `${mappingsPath}.extra.0`

/**
 * User name without an email address, so that no claim rule is needed and a generated file violates only one
 * constraint.
 */
export const teamUsername: Changes = { 'jwt.0.claimMappings.username': { claim: 'team', prefix: '' } }

/** Returns the changes that give a generated file these extra mappings. */
const extraOf = (...extra: readonly object[]): Changes => ({
  ...teamUsername,
  'jwt.0.claimMappings.extra': extra,
})

const maxLabelLength = 'a'.repeat(63)

/** The longest domain name: 253 characters. */
const maxDomainLength = `${`${maxLabelLength}.`.repeat(3)}${'b'.repeat(61)}`

/** Valid extra keys: each form that the document allows, and domains of the greatest length. */
export const validKeys = [
  'example.org/plain',
  'a/b',
  '0-9.example/0',
  'deep.sub-domain.example.org/path/below/path',
  "example.org/marks-._~!$&'()*+,;=:",
  'example.org/%7eescaped',
  `${maxLabelLength}.example/x`,
  `${maxDomainLength}/x`,
]

const key: Facts = {
  requirement: {
    id: 'extra-key',
    words: 'the key of an extra mapping',
    fault: 'extra-key-missing-accepted',
    constraint: 'extra without a key',
    drawChanges: () => extraOf({ valueExpression: "'a'" }),
  },
  drawChanges: (value) => extraOf({ key: value, valueExpression: "'a'" }),
  rules: [
    {
      id: 'authn.file.extra-key-domain',
      says: 'What stands before the first slash of an extra key is a valid subdomain.',
      place: { aspect: 'domain' },
      title: 'a key %s',
      fault: 'extra-key-domain-unchecked',
      constraint: 'extra key below no domain',
      nearMisses: {
        'without a slash': {
          fault: 'extra-key-without-path-accepted',
          values: ['plain', 'example.org'],
          constraint: 'extra key without a path',
        },
        'whose domain is empty': ['/plain', '/a'],
        'whose domain has an underscore': ['exa_mple.org/plain'],
        'whose domain begins with a dash': ['-example.org/plain', '-a.example/b'],
        'whose domain ends with a dash': ['example.org-/plain'],
        'whose domain has an empty label': ['example..org/plain', 'a..b/c'],
        'whose domain ends with a dot': ['example.org./plain'],
        'whose domain has a port': ['example.org:443/plain'],
        'whose domain has a space': ['example .org/plain', ' example.org/a'],
        // A domain name has at most 253 characters (RFC 1035).
        'whose domain has 254 characters': [`${maxDomainLength}b/x`],
        'whose domain has 256 characters': {
          values: [`bbb${maxDomainLength}/x`],
          formerly: 'whose domain is longer than any name may be',
        },
      },
    },
    {
      id: 'authn.file.extra-key-path',
      says: 'What stands after the first slash of an extra key consists of the characters of an HTTP path.',
      place: { aspect: 'path' },
      acceptedFiles: {
        // RFC 3986 §3.3: `pchar` includes `@` and `:`.
        'a key whose path has an at sign': {
          fault: 'extra-key-at-sign-refused',
          changes: { [`${firstEntry}.key`]: 'example.org/a@b' },
        },
      },
      title: 'a key whose path %s',
      fault: 'extra-key-path-unchecked',
      constraint: 'extra key with another path',
      nearMisses: {
        'has a space': ['example.org/a b'],
        'has a question mark': ['example.org/a?b'],
        'has a number sign': ['example.org/a#b'],
        'has brackets': ['example.org/[a]'],
        'has a quotation mark': ['example.org/"a"'],
        'has a backslash': ['example.org/a\\b'],
        'has a letter beyond ASCII': ['example.org/ä', 'example.org/é'],
        'has a percent sign without an escape sequence': {
          formerly: 'has a percent sign that escapes nothing',
          values: ['example.org/100%', 'example.org/%zz'],
          constraint: 'extra key with a lone percent sign',
        },
      },
    },
    {
      id: 'authn.file.extra-key-lowercase',
      says: 'An extra key is in lower case.',
      place: { aspect: 'lowercase' },
      fault: 'extra-key-upper-case-accepted',
      constraint: 'extra key in upper case',
      nearMisses: {
        'an upper-case letter in the path': {
          formerly: 'a capital in the path',
          values: ['example.org/Plain', 'example.org/A'],
          inV1alpha1: 'with a capital in an extra key',
        },
        'an upper-case letter in the domain': {
          values: ['Example.org/plain', 'EXAMPLE.ORG/a'],
          formerly: 'a capital in the domain',
        },
      },
    },
    {
      id: 'authn.file.extra-key-unique',
      says: 'No two extra mappings of an authenticator have the same key.',
      place: { aspect: 'unique' },
      nearMisses: {
        'the key of an earlier mapping': {
          formerly: 'a key that an earlier mapping has',
          fault: 'extra-key-duplicate-accepted',
          path: `${mappingsPath}.extra.1.key`,
          values: ['example.org/plain'],
          inV1alpha1: 'with an extra key that repeats',
          constraint: 'extra key twice',
          drawChanges: () =>
            extraOf(
              { key: 'example.org/team', valueExpression: "'a'" },
              { key: 'example.org/team', valueExpression: "'b'" },
            ),
        },
        'the key of the first mapping in the third': {
          fault: 'distant-extra-key-duplicate-accepted',
          path: `${mappingsPath}.extra.2.key`,
          values: ['example.org/plain'],
          drawChanges: () =>
            extraOf(
              { key: 'example.org/team', valueExpression: "'a'" },
              { key: 'example.org/site', valueExpression: "'b'" },
              { key: 'example.org/team', valueExpression: "'c'" },
            ),
        },
      },
    },
  ],
}

/** Documented properties of the fields of an extra mapping in document 1. */
export const extraFields: readonly Field[] = fieldsOf('ExtraMapping', firstEntry, {
  key,
  valueExpression: {
    requirement: {
      id: 'extra-value-expression',
      words: 'the valueExpression of an extra mapping',
      fault: 'extra-value-missing-accepted',
      constraint: 'extra without a value',
      drawChanges: () => extraOf({ key: 'example.org/team' }),
    },
  },
})
