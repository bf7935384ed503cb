import { expect, test } from 'vitest'
import { startsAt, offsetIn } from './place.ts'

const help = `Flags:
      --event-ttl duration
            how long events are kept (default 1h0m0s)
      --max-age duration
            how long responses are kept (default 2h0m0s)
`

test('a value that occurs once in a text is found at its offset', () => {
  expect(offsetIn(help, '1h0m0s')).toBe(help.indexOf('1h0m0s'))
  expect(offsetIn('{"status":401,"code":4012}', 401)).toBe(10)
  expect(offsetIn('{"allowed":false}', { name: 'allowed', value: false })).toBe(1)
  expect(offsetIn(help, 'never')).toBeUndefined()
  expect(offsetIn('7 of 7', 7)).toBeUndefined()
})

test('a value that occurs twice in a text is found only after the subject of the check', () => {
  const secondOffset = help.lastIndexOf('duration')

  expect(offsetIn(help, 'duration')).toBeUndefined()
  expect(offsetIn(help, 'duration', ['flag', 'max-age'])).toBe(secondOffset)
  expect(offsetIn(help, 'duration', ['flag', 'unknown'])).toBeUndefined()
})

test('a change at the recorded offset is detected', () => {
  const offset = offsetIn(help, 'duration', ['max-age']) ?? 0

  expect(startsAt(help, 'duration', offset)).toBe(true)
  expect(startsAt(help.replace('--max-age duration', '--max-age integers'), 'duration', offset)).toBe(false)
  expect(startsAt(help.replace('--event-ttl duration', '--event-ttl int'), 'duration', offset)).toBe(false)
})
