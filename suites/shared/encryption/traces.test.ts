import { expect, test } from 'vitest'
import { tracesOf } from './traces.ts'

const secret = 'marker-5f0c-93ab-17de'

test.for([0, 1, 2, 3, 4])('a string that follows %d other bytes is found in every encoding', (before) => {
  const bytesWithSecret = Buffer.concat([Buffer.alloc(before, 7), Buffer.from(secret), Buffer.from('behind')])

  expect(tracesOf(secret, bytesWithSecret)).toEqual(['as it is'])
  expect(tracesOf(secret, Buffer.from(bytesWithSecret.toString('base64')))).toEqual(['in base64'])
  expect(tracesOf(secret, Buffer.from(bytesWithSecret.toString('base64url')))).toEqual(['in base64'])
  expect(tracesOf(secret, Buffer.from(bytesWithSecret.toString('hex').toUpperCase()))).toEqual([
    'in hexadecimal',
  ])
  expect(tracesOf(secret, Buffer.from(bytesWithSecret.toString('latin1'), 'utf16le'))).toEqual(['in UTF-16'])
})

test('a string that is not stored leaves no trace', () => {
  const otherBytes = Buffer.from('marker-5f0c-93ab-17df and behind')

  expect(tracesOf(secret, otherBytes)).toEqual([])
  expect(tracesOf(secret, Buffer.from(otherBytes.toString('base64')))).toEqual([])
  expect(tracesOf(secret, new Uint8Array())).toEqual([])
})
