import { expect, test } from 'vitest'
import { reloads } from './reload.ts'

const line = (message: string, error: string): string =>
  `E1128 11:00:00.000000       1 authentication.go:774] "${message}" err=${JSON.stringify(error)}`
const changedMessage = 'anonymous: Forbidden: changed from initial configuration file'

test.for([
  [changedMessage, true],
  [`[${changedMessage}]`, true],
  [`[jwt[0].issuer.url: Required value: URL is required, ${changedMessage}]`, false],
  ['strict decoding error: unknown field "a"', false],
] as const)(
  'the error "%s" of an authentication file means that the file is valid: %s',
  ([error, isValid]) => {
    const result = reloads.authentication?.(line('failed to validate authentication config', error))

    expect(result).toEqual({ isValid, error })
  },
)

test('a log line that is not about the reload of the file has no result', () => {
  expect(reloads.authentication?.('I1128 11:00:00.000000 1 a.go:1] "Serving securely"')).toBeUndefined()
  expect(
    reloads.authorization?.('I1128 11:00:00.000000 1 a.go:1] "found new authorization config"'),
  ).toBeUndefined()
})

test('an error that is cut off is reported unchanged', () => {
  const truncatedLine = line('reloading authorization config', 'x'.repeat(20)).slice(0, -1)

  expect(reloads.authorization?.(truncatedLine)).toEqual({ isValid: false, error: `"${'x'.repeat(20)}` })
})
