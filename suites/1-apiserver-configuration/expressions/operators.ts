import { type Family, family } from './family.ts'

/** Operators that every field with CEL accepts, whether or not its values have a static type. */
export const operatorFamilies = {
  'logical operators': family(
    'expressions-lack-or',
    ["$ == 'a' || $ == 'b'", 'b', 'c'],
    ["$ != 'a' && $ != 'b'", 'c', 'b'],
    ["!($ == 'a')", 'b', 'a'],
    ["$ == 'a' || $ == 'b' && $ == 'c'", 'a', 'b'],
  ),
  'an operand whose error is absorbed': family(
    'expressions-do-not-absorb-errors',
    ["int($) == 1 || $ == 'x'", 'x', '2'],
    ["!(int($) == 2 && $ != 'x')", 'x', '2'],
    ["$ == 'x' || int($) == 1", 'x', '2'],
    ["!($ != 'x' && int($) == 2)", 'x', '2'],
  ),
  'a conditional': family(
    'expressions-evaluate-both-branches',
    ["($ == 'a' ? 'x' : 'y') == 'x'", 'a', 'b'],
    ["$ == 'a' ? true : int($) == 3", 'a', '4'],
    ["$ != 'a' ? int($) == 3 : true", 'a', '4'],
    ["($ == 'a' ? 1 : $ == 'b' ? 2 : 3) == 2", 'b', 'c'],
  ),
  membership: family(
    'expressions-lack-membership',
    ["$ in ['a', 'b']", 'b', 'c'],
    ["!($ in ['a', 'b'])", 'c', 'b'],
    ["$ in {'a': 1, 'b': 2}", 'b', 'c'],
    ["'b' in $", ['a', 'b'], ['a', 'bc']],
  ),
  comparisons: family(
    'expressions-lack-order',
    ["$ < 'b'", 'a', 'b'],
    ["$ <= 'b'", 'b', 'c'],
    ["$ > 'B'", 'a', 'A'],
    ["$ >= 'b'", 'b', 'a'],
    ["$ == ['a', 'b']", ['a', 'b'], ['b', 'a']],
    ["$ != ['a']", ['a', 'a'], ['a']],
  ),
  arithmetic: family(
    'expressions-lack-arithmetic',
    ['int($) + 2 == 5', '3', '4'],
    ['int($) - 5 == -2', '3', '7'],
    ['int($) * 3 == 9', '3', '2'],
    ['int($) / 2 == 3', '7', '8'],
    ['int($) % 3 == 1', '7', '6'],
    ['-7 / int($) == -3', '2', '3'],
    ['-7 % int($) == -1', '2', '4'],
    ['-int($) == 3', '-3', '3'],
    ['1 + int($) * 2 == 7', '3', '2'],
    ['double($) * 2.0 == 3.0', '1.5', '1.25'],
  ),
  concatenation: family(
    'expressions-lack-concatenation',
    ["$ + 'b' == 'ab'", 'a', 'b'],
    ["$ + ['c'] == ['a', 'b', 'c']", ['a', 'b'], ['b', 'a']],
  ),
} as const satisfies Readonly<Record<string, Family>>
