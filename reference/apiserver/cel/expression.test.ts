import { describe, expect, test } from 'vitest'
import { compile } from './expression.ts'

const claims = {
  sub: 'jane',
  aud: ['b', 'a'],
  level: 3,
  admin: true,
  address: { city: 'X' },
  email: 'a@b',
  nested: { 'a.b': { c: 1 }, list: [{ x: 1 }, {}] },
}

describe('expressions over claims', () => {
  test.each([
    ['claims.sub + "@x"', 'jane@x'],
    ['claims.?email_verified.orValue(true) == true', true],
    ['claims.level > 2 && claims.admin', true],
    ['claims.aud.exists(a, a == "a")', true],
    ['sets.equivalent(claims.aud, ["a", "b"])', true],
    ['sets.equivalent(claims.aud, ["a"])', false],
    ['sets.contains(claims.aud, ["a"])', true],
    ['sets.intersects(claims.aud, ["c"])', false],
    ['has(claims.address.street) ? claims.address.street : claims.address.city', 'X'],
    ['claims.aud.map(a, "p:" + a)', ['p:b', 'p:a']],
    ['has(claims.nested.list[0].x)', true],
    ['has(claims.nested.list[1].x)', false],
    ['!has(claims.nested["a.b"].d)', true],
    ['has(claims["nested"].list)', true],
    ['claims.nested.list.exists(one, !has(one.x))', true],
    ['claims.nested.list.filter(one, has(claims.nested.list[0].x)).size() == 2', true],
    ['matches(claims.sub, "^[a-z]+$")', true],
    ['string(timestamp("2020-01-02T03:04:05.600Z"))', '2020-01-02T03:04:05.6Z'],
    ['string(duration("-90s"))', '-90s'],
    ['string(duration("1.5s"))', '1.5s'],
    ['int(timestamp("2020-01-01T00:00:00Z"))', 1_577_836_800n],
    ["b'a' < b'b' && b'b' >= b'ab'", true],
  ])('%s has the expected value', async (source, value) => {
    const expression = await compile(source, 'claims')

    expect(expression.evaluate({ claims })).toEqual(value)
  })

  test.each([
    ['bool', 'claims.level == 3'],
    ['dyn', 'claims.admin'],
    ['int', 'claims.aud.size()'],
    ['string', 'claims.sub.split("@")[0]'],
    ['list<string>', '["a"]'],
  ])('the type of an expression is %s before its evaluation', async (type, source) => {
    expect((await compile(source, 'claims')).type).toBe(type)
  })

  test.each(['claimss.sub', 'claims.', '1 + "a"', 'user.username', 'has(claims.aud[0])', 'has(other[0].x)'])(
    'an expression does not compile: %s',
    async (source) => {
      await expect(compile(source, 'claims')).rejects.toThrow(/./)
    },
  )

  test('the evaluation of an expression fails for a missing claim and for a claim of a wrong type', async () => {
    const missingClaim = await compile('claims.nope == 1', 'claims')
    const mistypedClaim = await compile('sets.equivalent(claims.sub, ["a"])', 'claims')

    const indexOutOfRange = await compile('has(claims.nested.list[2].x)', 'claims')

    expect(() => missingClaim.evaluate({ claims })).toThrow('No such key')
    expect(() => indexOutOfRange.evaluate({ claims })).toThrow('No such key')
    expect(() => mistypedClaim.evaluate({ claims })).toThrow('overload')
  })

  test.each([
    ['claims.email', true],
    ['string(claims.?email.orValue(""))', true],
    ['[claims.aud.filter(a, a == claims.email)]', true],
    ['claims.sub + "email"', false],
    ['claims.address.email', false],
  ])('%s selects claims.email: %s', async (source, selects) => {
    expect((await compile(source, 'claims')).selects('claims', 'email')).toBe(selects)
  })
})

test('an expression over the user can use the fields of the user', async () => {
  const user = { username: 'system:x', uid: '', groups: ['g'], extra: { 'a/b': ['c'] } }
  const expression = await compile(
    '!user.username.startsWith("system:") || user.extra["a/b"][0] == "c"',
    'user',
  )

  expect(expression.evaluate({ user })).toBe(true)
  await expect(compile('user.name == ""', 'user')).rejects.toThrow('No such key')
})
