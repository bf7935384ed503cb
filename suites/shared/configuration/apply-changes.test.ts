import { expect, test } from 'vitest'
import { applyChanges } from './apply-changes.ts'

const document = { jwt: [{ issuer: { url: 'https://a.example', audiences: ['a'] } }] }

test('changes one member of a copy', () => {
  expect(applyChanges(document, { 'jwt.0.issuer.url': 'https://b.example' })).toEqual({
    jwt: [{ issuer: { url: 'https://b.example', audiences: ['a'] } }],
  })
  expect(document.jwt[0]?.issuer.url).toBe('https://a.example')
})

test('leaves out members and list entries', () => {
  expect(applyChanges(document, { 'jwt.0.issuer.url': undefined })).toEqual({
    jwt: [{ issuer: { audiences: ['a'] } }],
  })
  expect(applyChanges(document, { 'jwt.0': undefined })).toEqual({ jwt: [] })
})

test('appends to a list and creates missing mappings', () => {
  expect(applyChanges(document, { 'jwt.0.issuer.audiences.1': 'b', 'anonymous.enabled': true })).toEqual({
    jwt: [{ issuer: { url: 'https://a.example', audiences: ['a', 'b'] } }],
    anonymous: { enabled: true },
  })
})

test.each(['jwt.1.issuer', 'jwt.0.issuer.url.host', 'jwt.0.issuer.audiences.5'])(
  'rejects %s, a path that does not exist',
  (path) => {
    expect(() => applyChanges(document, { [path]: 'x' })).toThrow(path)
  },
)
