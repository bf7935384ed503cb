import { expect, test } from 'vitest'
import { nameErrorResponse } from './name-server.ts'

// RFC 1035 §4.1: id, flags, four counts; then the name, its type and its class.
const header = (flags: string, counts: string): string => `abcd${flags}${counts}`
const questionHex = '0161076578616d706c6500001000 01'.replaceAll(' ', '')
// The pseudo-record of EDNS.
const additionalHex = '0000291000000000000000'

test('the response to a query reports an unknown name, and omits an additional record', () => {
  const query = Buffer.from(header('0100', '0001000000000001') + questionHex + additionalHex, 'hex')

  expect(nameErrorResponse(query)?.toString('hex')).toBe(header('8183', '0001000000000000') + questionHex)
})

test.for([
  ['a response', header('8180', '0001000000000000') + questionHex],
  ['a part of a query', header('0100', '0001000000000000') + questionHex.slice(0, -2)],
  ['an empty packet', ''],
])('nameErrorResponse returns no response to %s', ([, text = '']) => {
  expect(nameErrorResponse(Buffer.from(text, 'hex'))).toBeUndefined()
})
