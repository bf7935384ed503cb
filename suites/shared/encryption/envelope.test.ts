import { expect, test } from 'vitest'
import { envelopeV2 } from './envelope.ts'

const field = (number: number, text: string): Buffer => {
  const bytes = Buffer.from(text, 'latin1')
  return Buffer.concat([Uint8Array.of((number << 3) | 2, bytes.length), bytes])
}

test('an envelope of version 2 is parsed in any field order, with its unknown fields', () => {
  const envelopeBody = Buffer.concat([
    Uint8Array.of(5 << 3, 1),
    field(3, 'seed'),
    field(4, `${field(1, 'a.example').toString('latin1')}${field(2, 'note').toString('latin1')}`),
    field(2, 'key 7'),
    field(1, 'sealed'),
  ])

  const { keyId, encryptedSeed, sealed, annotations, otherFields } = envelopeV2(envelopeBody)
  const text = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString()

  expect([keyId, text(encryptedSeed), text(sealed)]).toEqual(['key 7', 'seed', 'sealed'])
  expect([Object.keys(annotations), text(annotations['a.example'])]).toEqual([['a.example'], 'note'])
  expect(otherFields).toEqual({ 5: 1 })
})

test('an envelope of version 2 without a seed is rejected', () => {
  expect(() => envelopeV2(Buffer.concat([field(1, 'sealed'), field(2, 'key 7')]))).toThrow('lacks')
})
