import { expect, test } from 'vitest'
import { startsAt, placeIn } from './place.ts'

const help = `Flags:
      --event-ttl duration
            how long events are kept (default 1h0m0s)
      --max-age duration
            how long responses are kept (default 2h0m0s)
`

test('a value that occurs once in a text is found at its offset', () => {
  expect(placeIn(help, '1h0m0s')).toBe(help.indexOf('1h0m0s'))
  expect(placeIn('{"status":401,"code":4012}', 401)).toBe(10)
  expect(placeIn('{"allowed":false}', { name: 'allowed', value: false })).toBe(1)
  expect(placeIn(help, 'never')).toBeUndefined()
  expect(placeIn('7 of 7', 7)).toBeUndefined()
})

test('a value that occurs twice in a text is found only after the subject of the check', () => {
  const second = help.lastIndexOf('duration')

  expect(placeIn(help, 'duration')).toBeUndefined()
  expect(placeIn(help, 'duration', ['flag', 'max-age'])).toBe(second)
  expect(placeIn(help, 'duration', ['flag', 'unknown'])).toBeUndefined()
})

test('a change at the place is detected', () => {
  const at = placeIn(help, 'duration', ['max-age']) ?? 0

  expect(startsAt(help, 'duration', at)).toBe(true)
  expect(startsAt(help.replace('--max-age duration', '--max-age integers'), 'duration', at)).toBe(false)
  expect(startsAt(help.replace('--event-ttl duration', '--event-ttl int'), 'duration', at)).toBe(false)
})
