import { type Arbitrary, constant, nat, oneof, record, tuple, uniqueArray } from 'fast-check'
import { type Expression, memberOf } from '../cel/expression.ts'
import {
  audienceNames,
  claimNames,
  extraKeys,
  issuerPaths,
  oneOf,
  plainClaimNames,
  prefixes,
  values,
} from '../drawn-values.ts'
import type { Authenticator, ClaimRule } from './model.ts'

const claims: Expression = ['name', 'claims']
/** The variable of rules about the user. */
export const user: Expression = ['name', 'user']
/** Returns the expression of a claim. */
export const claim = (name: string): Expression => memberOf(claims, name)
/** Returns a string literal. */
export const text = (value: string): Expression => ['value', value]

const claimName = oneOf(claimNames)
const plainName = oneOf(plainClaimNames)
const value = oneOf(values)

/** Draws expressions that yield a boolean. */
const condition: Arbitrary<Expression> = oneof(
  tuple(claimName, value).map(([name, is]): Expression => ['==', claim(name), text(is)]),
  tuple(claimName, value).map(([name, is]): Expression => ['!=', claim(name), text(is)]),
  tuple(claimName, value).map(([name, is]): Expression => ['startsWith', claim(name), text(is)]),
  tuple(claimName, value).map(([name, is]): Expression => ['in', text(is), claim(name)]),
  tuple(claimName, value, value).map(
    ([name, a, b]): Expression => ['in', claim(name), ['list', text(a), text(b)]],
  ),
  tuple(plainName, value).map(
    ([name, is]): Expression => ['==', ['optional', claims, name, text(is)], text(is)],
  ),
  tuple(plainName, value).map(
    ([name, is]): Expression => ['||', ['not', ['has', claims, name]], ['==', claim(name), text(is)]],
  ),
  tuple(claimName, claimName, value).map(
    ([a, b, is]): Expression => ['||', ['==', claim(a), text(is)], ['==', claim(b), text(is)]],
  ),
  tuple(claimName, claimName, value).map(
    ([a, b, is]): Expression => ['&&', ['==', claim(a), text(is)], ['!=', claim(b), text(is)]],
  ),
  claimName.map((name): Expression => ['==', claim(name), ['value', true]]),
  tuple(claimName, nat(2)).map(([name, size]): Expression => ['>=', ['size', claim(name)], ['value', size]]),
  tuple(oneOf([['north'], ['north', 'south'], ['south', 'north'], ['nor']])).map(
    ([names]): Expression => ['equivalent', claim('aud'), ['list', ...names.map(text)]],
  ),
  tuple(claimName, value).map(
    ([name, is]): Expression => ['exists', claim(name), 'x', ['==', ['name', 'x'], text(is)]],
  ),
)

/** Draws expressions that may yield a string. */
const stringExpression: Arbitrary<Expression> = oneof(
  claimName.map(claim),
  tuple(claimName, claimName).map(([a, b]): Expression => ['+', ['+', claim(a), text('@')], claim(b)]),
  tuple(plainName, value).map(([name, other]): Expression => ['optional', claims, name, text(other)]),
  tuple(plainName, claimName).map(([a, b]): Expression => ['if', ['has', claims, a], claim(a), claim(b)]),
)

/** Draws expressions that may yield a list of strings. */
const listExpression: Arbitrary<Expression> = oneof(
  { arbitrary: claimName.map(claim), weight: 2 },
  { arbitrary: stringExpression, weight: 1 },
  {
    arbitrary: tuple(claimName, claimName).map(
      ([a, b]): Expression => ['list', ['+', text('x:'), claim(a)], ['+', text('y:'), claim(b)]],
    ),
    weight: 1,
  },
)

const claimRule: Arbitrary<ClaimRule> = oneof(
  record({ claim: oneOf([...claimNames, 'team.name', 'team.name']), requiredValue: value }),
  record({ claim: claimName, requiredValue: oneOf(['', '7', 'true']) }),
  record({ claim: claimName }),
  { arbitrary: record({ expression: condition }), weight: 3 },
)

const userRule: Arbitrary<Expression> = oneof(
  tuple(oneOf(prefixes), value).map(
    ([prefix, is]): Expression => ['!=', ['field', user, 'username'], text(prefix + is)],
  ),
  oneOf(['system:', 'p:', 'p', 'dev', '-']).map(
    (prefix): Expression => ['not', ['startsWith', ['field', user, 'username'], text(prefix)]],
  ),
  value.map((is): Expression => ['not', ['in', text(is), ['field', user, 'groups']]]),
  tuple(oneOf(prefixes), value).map(
    ([prefix, is]): Expression => ['not', ['in', text(prefix + is), ['field', user, 'groups']]],
  ),
  value.map((is): Expression => ['!=', ['field', user, 'uid'], text(is)]),
  tuple(oneOf(extraKeys), value).map(
    ([key, is]): Expression => ['in', text(is), ['index', ['field', user, 'extra'], text(key)]],
  ),
)

const withOptionalPrefix = (expression: Arbitrary<Expression>) =>
  oneof(
    { arbitrary: record({ claim: claimName, prefix: oneOf(prefixes) }), weight: 2 },
    { arbitrary: record({ expression }), weight: 1 },
  )

const username = oneof(
  { arbitrary: withOptionalPrefix(stringExpression), weight: 5 },
  { arbitrary: record({ claim: constant('email'), prefix: oneOf(prefixes) }), weight: 1 },
)

/** Draws valid authenticators. */
export const authenticators: Arbitrary<Authenticator> = record(
  {
    issuer: oneOf(issuerPaths),
    audiences: uniqueArray(oneOf(audienceNames), { minLength: 1, maxLength: 3 }),
    claimRules: uniqueArray(claimRule, { maxLength: 3, selector: ruleKey }),
    username,
    groups: withOptionalPrefix(listExpression),
    uid: oneof(record({ claim: claimName }), record({ expression: stringExpression })),
    extra: uniqueArray(record({ key: oneOf(extraKeys), value: listExpression }), {
      maxLength: 2,
      selector: ({ key }) => key,
    }),
    userRules: uniqueArray(userRule, { maxLength: 3, selector: (rule) => JSON.stringify(rule) }),
  },
  { requiredKeys: ['issuer', 'audiences', 'claimRules', 'username', 'extra', 'userRules'] },
)

/**
 * Returns the key by which rules are unique, because the documents do not specify whether a claim may be required
 * twice.
 */
function ruleKey(rule: ClaimRule): string {
  return 'claim' in rule ? rule.claim : JSON.stringify(rule.expression)
}
