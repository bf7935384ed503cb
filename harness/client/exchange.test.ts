import { expect, test } from 'vitest'
import { exchange, readToken } from './exchange.ts'

const encodePart = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const token = `${encodePart({ alg: 'RS256' })}.${encodePart({ aud: ['a'] })}.c2lnbmVk`

test('a token is recorded with its header and claims, and cannot be reused', () => {
  expect(readToken(token)).toEqual({ header: { alg: 'RS256' }, claims: { aud: ['a'] } })
  expect(readToken('opaque')).toBe('opaque')
  expect(readToken('a.b.c')).toBe('a.b.c')
})

test('bodies are bounded, and the header with the token is omitted', () => {
  const headers = { authorization: `Bearer ${token}`, accept: 'text/plain' }
  const { request, response } = exchange(
    { headers, token, body: { long: 'x'.repeat(9_000) } },
    { status: 401, headers: { 'content-type': 'text/plain' }, body: 'no' },
  )

  expect(request.headers).toEqual({ accept: 'text/plain' })
  expect(String(request.body).length).toBeLessThan(2_100)
  expect(response).toEqual({ status: 401, headers: { 'content-type': 'text/plain' }, body: 'no' })
  expect(JSON.stringify(request)).not.toContain('c2lnbmVk')
})
