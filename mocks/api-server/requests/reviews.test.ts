import { expect, test } from 'vitest'
import { Identities } from './identities.ts'
import type { StoredObject } from '../model/object.ts'

const account = {
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  metadata: { name: 'robot', namespace: 'default', uid: 'u-1' },
} as unknown as StoredObject
const identities = new Identities('https://issuer.example', { named: { name: 'alice', groups: ['dev'] } })

test('a review returns the requested audiences that the token contains, and no user without a common audience', async () => {
  const { token } = await identities.mint(account, { audiences: ['one', 'two'] })
  const user = { name: 'system:serviceaccount:default:robot' }

  expect(await identities.review(token, ['two', 'three'])).toMatchObject({ user, audiences: ['two'] })
  expect(await identities.review(token, ['three'])).toBeUndefined()
  expect(await identities.review(token, [])).toBeUndefined()
})

test('a review of an expired token returns no user', async () => {
  const { token } = await identities.mint(account, { expirationSeconds: -1 })

  expect(await identities.review(token, [])).toBeUndefined()
})

test('a token registered by a test is valid for each requested audience', async () => {
  expect(await identities.review('named', ['any'])).toMatchObject({ audiences: ['any'] })
  expect(await identities.review('unknown', ['any'])).toBeUndefined()
})
