import { expect, test } from 'vitest'
import { applyChanges } from './apply-changes.ts'

const document = { jwt: [{ issuer: { url: 'https://a.example', audiences: ['a'] } }] }

test('a change sets one member of a copy of the document', () => {
  expect(applyChanges(document, { 'jwt.0.issuer.url': 'https://b.example' })).toEqual({
    jwt: [{ issuer: { url: 'https://b.example', audiences: ['a'] } }],
  })
  expect(document.jwt[0]?.issuer.url).toBe('https://a.example')
})

test('a change to undefined removes a member or a list entry', () => {
  expect(applyChanges(document, { 'jwt.0.issuer.url': undefined })).toEqual({
    jwt: [{ issuer: { audiences: ['a'] } }],
  })
  expect(applyChanges(document, { 'jwt.0': undefined })).toEqual({ jwt: [] })
})

test('a change appends to a list and creates missing mappings', () => {
  expect(applyChanges(document, { 'jwt.0.issuer.audiences.1': 'b', 'anonymous.enabled': true })).toEqual({
    jwt: [{ issuer: { url: 'https://a.example', audiences: ['a', 'b'] } }],
    anonymous: { enabled: true },
  })
})

test.each(['jwt.1.issuer', 'jwt.0.issuer.url.host', 'jwt.0.issuer.audiences.5'])(
  'a change of the path %s, which does not exist, is rejected',
  (path) => {
    expect(() => applyChanges(document, { [path]: 'x' })).toThrow(path)
  },
)
