import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { loadScript } from './script.ts'

const directory = mkdtempSync(join(tmpdir(), 'peer-script-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const testFaults = {
  status:
    (code: number, body = '') =>
    () =>
      `${code} ${body}`.trim(),
  upper: (honest: { readonly name: string }) => ({ name: honest.name.toUpperCase() }),
  constant: (value: unknown) => () => value,
}

interface TestAnswers {
  readonly discovery: (honest: unknown, request: unknown) => unknown
  readonly keys: (honest: unknown, request: unknown) => unknown
}

async function answersOf(rules: readonly object[] | string) {
  const path = join(directory, 'script.yaml')
  writeFileSync(path, typeof rules === 'string' ? rules : stringify({ rules }))
  return (await loadScript<TestAnswers>(path, ['discovery', 'keys'], testFaults)).answers
}

test('a rule for a gRPC peer with an unknown gRPC status or an HTTP status is refused', async () => {
  const path = join(directory, 'grpc.yaml')
  const fail = (code: string) => () => code
  const loadRule = async (rule: object) => {
    writeFileSync(path, stringify({ rules: [rule] }))
    return (await loadScript<TestAnswers>(path, ['keys'] as never, { fail })).answers
  }

  await expect(loadRule({ fail: 'UNAVAIL' })).rejects.toThrow(/no gRPC status UNAVAIL\./)
  await expect(loadRule({ fail: 'UNAVAILABEL' })).rejects.toThrow(/Did you mean UNAVAILABLE\?/)
  await expect(loadRule({ status: 503 })).rejects.toThrow(/status is for peers over HTTP\. Use fail/)
  expect((await loadRule({ fail: 'UNAVAILABLE' })).keys?.('honest', request)).toBe('UNAVAILABLE')
})

const request = { atMs: 0, what: 'GET /keys', headers: { 'user-agent': 'acme/1' } }

test.for<[string, object, unknown]>([
  ['a merge patch', { merge: { name: null, more: { a: 1 } } }, { more: { a: 1, b: 2 } }],
  ['a replacement', { replace: [1] }, [1]],
  ['a status', { status: 503, body: 'away' }, '503 away'],
  ['a named fault', { lie: 'upper' }, { name: 'X' }],
  ['a named fault with arguments', { lie: 'constant', with: [7] }, 7],
  ['a delay', { afterMs: 1 }, { name: 'x', more: { b: 2 } }],
])('a script applies a rule with %s', async ([, rule, expectedValue]) => {
  const { keys } = await answersOf([rule])

  expect(await keys?.({ name: 'x', more: { b: 2 } }, request)).toEqual(expectedValue)
})

test('a rule applies only to its response, to matching requests, and a limited number of times', async () => {
  const { discovery, keys } = await answersOf([
    {
      on: 'keys',
      when: { what: 'GET *', 'headers.user-agent': 'acme/*' },
      skip: 1,
      times: 1,
      replace: 'lie',
    },
  ])

  expect(discovery).toBeUndefined()
  expect([1, 2, 3].map(() => keys?.('honest', request))).toEqual(['honest', 'lie', 'honest'])
  expect(keys?.('honest', { ...request, what: 'POST /keys' })).toBe('honest')
})

test.for<[string, readonly object[] | string, RegExp]>([
  [
    'a rule with two actions',
    [{ hangUp: true, status: 500 }],
    /rules\[0\]: give one of .* not hangUp and status/,
  ],
  ['a rule without an action', [{ on: 'keys' }], /rules\[0\]: give one of .* not none/],
  [
    'a response that the peer does not have',
    [{ on: 'key', hangUp: true }],
    /no answer key\. Did you mean keys\?/,
  ],
  ['an unknown fault', [{ lie: 'uper' }], /no lie uper\. Did you mean upper\?/],
  ['an action of another transport', [{ fail: 'UNAVAILABLE' }], /fail is for peers over gRPC\. Use status/],
  ['a status that does not exist', [{ status: 999 }], /rules\.0\.status/],
  ['a fault with the name of a member of every object', [{ lie: 'constructor' }], /no lie constructor/],
  ['an unknown field', [{ hangup: true }], /rules\.0\.hangup/],
  ['invalid YAML', 'rules: [', /could not be read/],
])('%s is a usage error that contains its path in the script', async ([, rules, expectedText]) => {
  await expect(answersOf(rules)).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringMatching(expectedText) as string,
  })
})

test('the script in the docs is valid', async () => {
  const docs = readFileSync(new URL('../../docs/mocks.md', import.meta.url), 'utf8')
  const [, example = ''] = /```yaml\n([^]*?)```/.exec(docs) ?? []
  const path = join(directory, 'docs.yaml')
  writeFileSync(path, example)
  const { answers } = await loadScript<Pick<TestAnswers, 'keys'> & { review: TestAnswers['keys'] }>(
    path,
    ['review'],
    testFaults,
  )
  const honest = { status: { allowed: true } }

  expect(answers.review?.(honest, { ...request, subject: 'alice' })).toEqual({
    status: { allowed: false, denied: true },
  })
})
