import { describe, expect, test } from 'vitest'
import { type Failure, fingerprintOf } from './fingerprint.ts'

const failure = (changes: Partial<Failure>): Failure => ({ verdict: 'broken', assertions: [], ...changes })
const comparisonFailure = (expected: unknown, actual: unknown): Failure =>
  failure({
    reason: 'expected a to deeply equal b',
    expected,
    actual,
    assertions: [{ matcher: 'toEqual', expected, actual, passed: false }],
  })

describe('a repeated failure', () => {
  test.for([
    [
      'with other ports, folders, ids and times',
      failure({
        reason:
          'GET https://127.0.0.1:36213/livez: /tmp/orch-conformance-B1rP9q/apiserver-XJtA6C/audit.yaml, 1m2s, audit 8f14e45f-ceea-467f-a9c5-2b1d3c1a9d10 at 2026-11-22T10:00:00.123Z',
      }),
      failure({
        reason:
          'GET https://127.0.0.1:44117/livez: /var/tmp/orch-conformance-aaaa/apiserver-bbbb/audit.yaml, 58s, audit 0cc175b9-c0f1-46b6-a831-c399e2697726 at 2027-01-02T23:59:59Z',
      }),
    ],
    [
      'after more repetitions of a passed comparison',
      {
        ...comparisonFailure(403, 201),
        assertions: [
          { matcher: 'toBe', expected: 'ready', actual: 'ready', passed: true },
          { matcher: 'toBe', expected: 403, actual: 201, passed: false },
        ],
      },
      {
        ...comparisonFailure(403, 201),
        assertions: [
          { matcher: 'toBe', expected: 'ready', actual: 'ready', passed: true },
          { matcher: 'toBe', expected: 'ready', actual: 'ready', passed: true },
          { matcher: 'toBe', expected: 403, actual: 201, passed: false },
        ],
      },
    ],
    ['after a new measurement', comparisonFailure(7000, 8951.5), comparisonFailure(7000, 9120.25)],
    [
      'with other counts in a compared value',
      comparisonFailure({ seen: 3 }, { seen: 4, port: 1234 }),
      comparisonFailure({ seen: 3 }, { seen: 5, port: 80 }),
    ],
    [
      'with another stack trace after the panic',
      failure({
        verdict: 'crashed',
        reason: 'It ended 312 ms after its start.\npanic: nil map\ngoroutine 7 [running]',
      }),
      failure({ verdict: 'crashed', reason: 'It ended 88 ms after its start.\npanic: nil map\nmain.go:12' }),
    ],
  ] as const)('a repeated failure has the same fingerprint %s', ([, one, again]) => {
    expect(fingerprintOf(one)).toMatch(/^2:[0-9a-f]{16}$/)
    expect(fingerprintOf(again)).toBe(fingerprintOf(one))
  })
})

describe('two failures', () => {
  test.for([
    [
      'by the compared status',
      comparisonFailure({ status: 401 }, { status: 201 }),
      comparisonFailure({ status: 401 }, { status: 500 }),
    ],
    [
      'by the comparison that failed, of two similar comparisons',
      {
        ...comparisonFailure(403, 201),
        assertions: [{ matcher: 'toBe', expected: 403, actual: 201, passed: false }],
      },
      {
        ...comparisonFailure(403, 201),
        assertions: [
          { matcher: 'toBe', expected: 403, actual: 403, passed: true },
          { matcher: 'toBe', expected: 403, actual: 201, passed: false },
        ],
      },
    ],
    ['by a status alone', comparisonFailure(401, 201), comparisonFailure(401, 500)],
    ['by the verdict', failure({ reason: 'x' }), failure({ reason: 'x', verdict: 'untestable' })],
    [
      'by the words of the reason',
      failure({ reason: 'answered 500 with a' }),
      failure({ reason: 'answered 500 with b' }),
    ],
    [
      'by the message of the panic',
      failure({ verdict: 'crashed', reason: 'It ended.\npanic: nil map' }),
      failure({ verdict: 'crashed', reason: 'It ended.\npanic: index out of range' }),
    ],
  ] as const)('two failures have different fingerprints, distinguished %s', ([, one, other]) => {
    expect(fingerprintOf(other)).not.toBe(fingerprintOf(one))
  })
})

test('a verdict that no baseline may list has no fingerprint', () => {
  for (const verdict of ['held', 'inconclusive', 'harness-fault', 'known-failing'] as const)
    expect(fingerprintOf(failure({ verdict, reason: 'x' }))).toBeUndefined()
})

test('the fingerprint of a crash with truncated output does not depend on the cut', () => {
  const truncatedOutcome = (stderr: string, length: number) => ({
    expected: { outcome: 'ready' },
    actual: `{"outcome":"crashed","exitCode":null,"stderr":"${stderr}… (${length} characters)`,
    assertions: [{ matcher: 'toMatchObject', passed: false }],
    reason: 'expected …',
  })

  expect(fingerprintOf(failure(truncatedOutcome('Conn.createTransport failed', 17350)))).toBe(
    fingerprintOf(failure(truncatedOutcome('W1124 09:23:48.504818   24483 logging.go:55] transport', 17352))),
  )
})

test('klog headers and the output before the last lines do not change the fingerprint', () => {
  const refusedOutcome = (stderr: string) => ({
    expected: { outcome: 'ready' },
    actual: { outcome: 'refused', exitCode: 1, stderr },
    assertions: [{ matcher: 'toMatchObject', passed: false }],
    reason: 'expected …',
  })
  const firstRefusal = refusedOutcome(
    'I1124 09:20:51.016004   20287 options.go:263] hello\nE1124 09:20:51.399416   20287 run.go:72] "no"\n',
  )
  const secondRefusal = refusedOutcome('W0102 10:00:00.000001     7 run.go:99] "no"\n')

  expect(fingerprintOf(failure(secondRefusal))).toBe(fingerprintOf(failure(firstRefusal)))
})

test('the description of a crash by the harness does not change the fingerprint', () => {
  const crashFailure = (why: string) => ({
    expected: { outcome: 'ready' },
    actual: { outcome: 'crashed', exitCode: null, stderr: 'panic: no\n\ngoroutine 1 [running]:\n', why },
    assertions: [{ matcher: 'toMatchObject', passed: false }],
    reason: 'expected …',
  })

  expect(fingerprintOf(failure(crashFailure('It crashed. Last output: /src/a.go:34 +0x18')))).toBe(
    fingerprintOf(failure(crashFailure('It ended in a crash. Last output: /build/a.go:34 +0x18'))),
  )
})

test('refusals to start with different errors have different fingerprints', () => {
  const warningLine =
    'Last output: I1128 05:57:59.429306   21036 options.go:263] external host was not specified'
  const refusal = (programError: string) => ({
    programError,
    reason: `The API server refused to start (exit code 1): ${programError}\n${warningLine}`,
  })
  const anonymousRefusal = refusal('anonymous: Forbidden: --anonymous-auth flag cannot be set when …')
  const oidcRefusal = refusal('authentication-config file and oidc-* flags are mutually exclusive')
  const brokenStart = { verdict: 'broken', refusedStart: true } as const

  for (const kind of [brokenStart, { verdict: 'untestable' } as const])
    expect(fingerprintOf(failure({ ...kind, ...oidcRefusal }))).not.toBe(
      fingerprintOf(failure({ ...kind, ...anonymousRefusal })),
    )
})
