import { type Family, family } from './family.ts'

import { functions } from './functions.ts'
import { operatorFamilies } from './operators.ts'

/** Expressions that every field with CEL accepts, by the part of the language that they use. */
export const expressionFamilies = { ...operatorFamilies, ...functions }

/**
 * Macros over a list of static type, such as a list of a user or of a review. A compiler may reject them for claims.
 */
export const typedFamilies = {
  'macros over a list': family(
    'expressions-lack-macros',
    ["$.all(x, !x.startsWith('system:'))", ['dev', 'ops'], ['dev', 'system:masters']],
    ["$.exists(x, x == 'dev')", ['ops', 'dev'], ['ops', 'devs']],
    ["$.exists_one(x, x == 'dev')", ['dev', 'ops'], ['dev', 'dev']],
    ["$.filter(x, x.endsWith('-admin')).size() == 0", ['dev'], ['dev', 'x-admin']],
    ["$.map(x, x + '!') == ['a!', 'b!']", ['a', 'b'], ['b', 'a']],
    ["$.map(x, x != 'a', size(x)) == [2]", ['a', 'bc'], ['a', 'b']],
  ),
} as const satisfies Readonly<Record<string, Family>>

/** Expressions over values that only claims have: objects, numbers and missing values. */
export const claimFamilies = {
  'nested claims': family(
    'expressions-lack-claim-index',
    ["$['b']['c'] == 'x'", { b: { c: 'x' } }, { b: { c: 'y' } }],
    ["$.b.c == 'x'", { b: { c: 'x' } }, { b: { c: 'y' } }],
    ["$.list[1] == 'y'", { list: ['x', 'y'] }, { list: ['y', 'x'] }],
    ["$[0].name == 'x'", [{ name: 'x' }], [{ name: 'y' }]],
    ["$[1][0] == 'x'", [['y'], ['x']], [['x'], ['y']]],
    ["'k' in $", { k: 1 }, { j: 1 }],
    ['size($) == 2', { a: 1, b: 2 }, { a: 1 }],
    ["claims['example.org/id']['name'] == $", 'alice', 'bob'],
  ),
  'claims that may be missing': family(
    'expressions-lack-has',
    ['!has($) || $ == false', undefined, true],
    ['has($) && $.x == 1', { x: 1 }, undefined],
    ['has($[0].id)', [{ id: 'a' }], [{}]],
    ['has($.a.b)', { a: { b: 1 } }, { a: {} }],
    ["has($['a'].b)", { a: { b: 1 } }, { a: {} }],
  ),
  'claims of other types': family(
    'expressions-lack-null',
    ['$ == null', null, 'null'],
    ['$ != null', 'null', null],
    ['$ == 1', 1, 2],
    ['$ == true', true, false],
    ['$ > 1.5', 2, 1],
    ['int($) + 1 == 3', 2, 3],
    ['double($) / 2.0 == 1.5', 3, 4],
    ["$ == {'a': 'b'}", { a: 'b' }, { a: 'c' }],
  ),
} as const satisfies Readonly<Record<string, Family>>
