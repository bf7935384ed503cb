import { extraFields } from './authentication-extra.ts'
import { type Facts, fieldsOf } from '../fields.ts'
import type { Changes, Field } from '../shape.ts'

const claimsPath = 'jwt.0.claimMappings'
const expressionsPath = 'jwt.1.claimMappings'

/** Returns changes that give the first authenticator of a generated file this mapping. */
const mappingChange = (mapping: string, value: object) => (): Changes => ({
  [`jwt.0.claimMappings.${mapping}`]: value,
})

const username: Facts = {
  requirement: {
    id: 'username',
    words: 'the username of claimMappings',
    fault: 'username-missing-accepted',
    constraint: 'no username',
    inV1alpha1: 'without a username',
  },
  rules: [
    {
      id: 'authn.file.username-explicit',
      says: 'Neither the claim nor the prefix of the user name has a default; both are set explicitly.',
      place: { aspect: 'no defaults' },
      nearMisses: {
        'a username with a prefix only': {
          fault: 'username-claim-defaulted',
          path: `${claimsPath}.username.claim`,
          values: [undefined],
          constraint: 'username without a source',
          drawChanges: mappingChange('username', { prefix: 'p:' }),
        },
        'a username claim without a prefix': {
          fault: 'username-prefix-defaulted',
          path: `${claimsPath}.username.prefix`,
          values: [undefined],
          subject: 'prefix',
          constraint: 'username without a prefix',
          drawChanges: mappingChange('username', { claim: 'team' }),
        },
      },
    },
  ],
}

const groups: Facts = {
  rules: [
    {
      id: 'authn.file.groups-prefix-explicit',
      says: 'Where the claim of the groups is set, a prefix is given, be it empty.',
      place: { aspect: 'prefix' },
      nearMisses: {
        'a groups claim without a prefix': {
          fault: 'groups-prefix-defaulted',
          path: `${claimsPath}.groups.prefix`,
          values: [undefined],
          subject: 'prefix',
          constraint: 'groups without a prefix',
          drawChanges: mappingChange('groups', { claim: 'teams' }),
        },
      },
    },
  ],
}

const prefixedClaim: Facts = {
  rules: [
    {
      id: 'authn.file.prefixed-claim-exclusive',
      says: 'A user name or groups come from a claim with its prefix or from an expression, never from both.',
      place: { rows: ['claim', 'prefix', 'expression'].map((field) => `PrefixedClaimOrExpression.${field}`) },
      nearMisses: {
        'a username with claim and expression': {
          fault: 'username-claim-with-expression-accepted',
          path: `${claimsPath}.username.expression`,
          values: ['claims.sub'],
          subject: 'username',
          constraint: 'username by claim and expression',
          drawChanges: mappingChange('username', { claim: 'team', prefix: '', expression: "'a'" }),
        },
        'a username with prefix and expression': {
          fault: 'username-prefix-with-expression-accepted',
          path: `${expressionsPath}.username.prefix`,
          values: ['user:'],
          subject: 'prefix',
          constraint: 'username by prefix and expression',
          drawChanges: mappingChange('username', { prefix: 'p:', expression: "'a'" }),
        },
        'a groups mapping with claim and expression': {
          fault: 'groups-claim-with-expression-accepted',
          path: `${claimsPath}.groups.expression`,
          values: ['claims.teams'],
          subject: 'groups',
          constraint: 'groups by claim and expression',
          drawChanges: mappingChange('groups', { claim: 'teams', prefix: '', expression: "'a'" }),
        },
        'a groups mapping with prefix and expression': {
          fault: 'groups-prefix-with-expression-accepted',
          path: `${expressionsPath}.groups.prefix`,
          values: ['team:'],
          subject: 'prefix',
          constraint: 'groups by prefix and expression',
          drawChanges: mappingChange('groups', { prefix: 'g:', expression: "'a'" }),
        },
      },
    },
  ],
}

const claimOrExpression: Facts = {
  rules: [
    {
      id: 'authn.file.uid-exactly-one',
      says: 'A uid mapping sets exactly one of claim and expression.',
      place: { rows: ['ClaimOrExpression.claim', 'ClaimOrExpression.expression'] },
      nearMisses: {
        'a uid with claim and expression': {
          fault: 'uid-claim-with-expression-accepted',
          path: `${expressionsPath}.uid.claim`,
          values: ['id'],
          subject: 'uid',
          inV1alpha1: 'with a uid that has both claim and expression',
          constraint: 'uid by claim and expression',
          drawChanges: mappingChange('uid', { claim: 'id', expression: "'a'" }),
        },
        'a uid with neither claim nor expression': {
          fault: 'uid-empty-accepted',
          path: `${expressionsPath}.uid.expression`,
          values: [undefined],
          subject: 'uid',
          constraint: 'uid without a source',
          drawChanges: mappingChange('uid', {}),
        },
      },
    },
  ],
}

/** Documented properties of the fields of claim mappings in document 1. */
export const mappingFields: readonly Field[] = [
  ...fieldsOf('ClaimMappings', expressionsPath, {
    username,
    groups,
    uid: {
      mistypedValues: {
        'a list in place of an object': {
          fault: 'wrong-type-ignored',
          values: [['sub']],
          formerly: 'a list where an object belongs',
        },
        'a string in place of an object': {
          fault: 'wrong-type-ignored',
          values: ['sub'],
          inV1alpha1: 'with a text where an object belongs',
          formerly: 'a text where an object belongs',
        },
      },
    },
    extra: {},
  }),
  ...fieldsOf(
    'PrefixedClaimOrExpression',
    `${claimsPath}.username`,
    { claim: prefixedClaim, prefix: {}, expression: {} },
    'sentence',
  ),
  ...fieldsOf(
    'ClaimOrExpression',
    `${expressionsPath}.uid`,
    { claim: claimOrExpression, expression: {} },
    'sentence',
  ),
  ...extraFields,
]
