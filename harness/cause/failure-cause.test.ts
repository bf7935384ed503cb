import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fingerprintOf } from '../baseline/fingerprint.ts'
import type { CheckEvent } from '../events.ts'
import { causeLineOf } from './cause-line.ts'
import { causeKey, hasSameCause, stableCause } from './failure-cause.ts'

/** The differences between two runs of the same failure. */
interface Variation {
  readonly pid: number
  readonly port: number
  readonly minute: number
  readonly folder: string
  readonly warnings: number
}

const variations = fc.record<Variation>({
  pid: fc.integer({ min: 2, max: 4_000_000 }),
  port: fc.integer({ min: 1_024, max: 65_535 }),
  minute: fc.integer({ min: 0, max: 59 }),
  folder: fc.stringMatching(/^[A-Za-z0-9]{6}$/),
  warnings: fc.integer({ min: 0, max: 9 }),
})

const klogHeader = (level: string, { pid, minute }: Variation, place: string) =>
  `${level}1128 05:${String(minute).padStart(2, '0')}:59.${String(pid % 1_000_000).padStart(6, '0')} ${String(pid).padStart(7)} ${place}] `
const warningLines = (noise: Variation) =>
  Array.from(
    { length: noise.warnings },
    (_, at) =>
      `${klogHeader('W', noise, `logging.go:${at + 55}`)}[core] dialing 127.0.0.1:${noise.port}: Error: refused`,
  )
const klog = (level: string, text: string) => (noise: Variation) =>
  [
    ...warningLines(noise),
    `${klogHeader('I', noise, 'options.go:263')}external host was not specified, using 192.0.2.${noise.minute}`,
    `${klogHeader(level, noise, 'run.go:72')}${text.replaceAll('FILE', `/tmp/orch-conformance-${noise.folder}/apiserver-${noise.folder}/authentication.yaml`)}`,
    '',
  ].join('\n')
const referenceOutput = (text: string) => (noise: Variation) =>
  `orch-apiserver: ${text.replaceAll('FILE', `/var/tmp/orch-conformance-${noise.folder}/apiserver-${noise.folder}/authentication.yaml`).replaceAll('PORT', String(noise.port))}\n`
const panicOutput = (message: string, frame: string) => (noise: Variation) =>
  [
    ...warningLines(noise),
    `panic: ${message}`,
    '[signal SIGSEGV: segmentation violation code=0x1 addr=0x0]',
    '',
    `goroutine ${noise.pid} [running]:`,
    `panic({0x${noise.pid.toString(16)}, 0x1})`,
    `\t/go/src/runtime/panic.go:770 +0x${noise.port.toString(16)}`,
    `${frame}(0x${noise.pid.toString(16)})`,
    `\t/src/${noise.folder}/x.go:271 +0x2`,
    '',
  ].join('\n')

/**
 * Outputs of ended programs, each with a distinct cause: lines of Kubernetes, of other loggers, and of the reference.
 */
const outputs: readonly ((noise: Variation) => string)[] = [
  klog(
    'E',
    '"command failed" err="anonymous: Forbidden: --anonymous-auth flag cannot be set when anonymous field is configured in authentication configuration file"',
  ),
  klog('E', '"command failed" err="[authentication-config file and oidc-* flags are mutually exclusive]"'),
  klog(
    'E',
    '"command failed" err="failed to load authentication configuration from file \\"FILE\\": no such file"',
  ),
  klog(
    'E',
    '"command failed" err="failed to load authentication configuration from file \\"FILE\\": strict decoding error: unknown field \\"jwt[0].isuer\\""',
  ),
  klog('E', '"command failed" err="service-account-issuer is a required flag"'),
  klog('E', '"command failed" err="invalid argument \\"x\\" for \\"--profiling\\" flag"'),
  klog('E', '"command failed" err="invalid argument \\"x\\" for \\"--goaway-chance\\" flag"'),
  klog('F', 'unable to load the key FILE'),
  klog('F', 'unable to write the key FILE'),
  () => 'Error: unknown flag: --no-such-flag\nUsage:\n  kube-apiserver [flags]\n',
  () => 'Error: unknown flag: --another-flag\nUsage:\n  kube-apiserver [flags]\n',
  referenceOutput('unknown flag --no-such-flag'),
  referenceOutput('unknown flag --another-flag'),
  referenceOutput('jwt[0].issuer.url: "http://x" should begin with https:// (FILE)'),
  referenceOutput('jwt[0].issuer.audiences: at least one is required (FILE)'),
  referenceOutput('--oidc-issuer-url cannot be used together with --authentication-config'),
  referenceOutput('cannot listen on 127.0.0.1:PORT: permission denied'),
  panicOutput(
    'runtime error: invalid memory address or nil pointer dereference',
    'k8s.io/apiserver/egress.createDialer',
  ),
  panicOutput(
    'runtime error: invalid memory address or nil pointer dereference',
    'k8s.io/apiserver/storage.New',
  ),
  panicOutput('assignment to entry in nil map', 'k8s.io/apiserver/storage.New'),
  () => 'Traceback (most recent call last):\n  File "x"\nValueError: no issuer',
  () => 'Traceback (most recent call last):\n  File "x"\nValueError: no audience',
]

const refusedCheck = (output: string): CheckEvent => {
  const programError = causeLineOf(output)?.text ?? ''
  return event(
    'broken',
    `The API server refused to start (exit code 1): ${programError}\nLast output: ${output}`,
    {
      programError,
      refusedStart: true,
    },
  )
}
const crashedCheck = (output: string): CheckEvent => {
  const programError = causeLineOf(output)?.text ?? ''
  return event(
    'crashed',
    `The API server ended during GET /livez (exit code 2): ${programError}\nLast output: ${output}`,
    {
      programError,
    },
  )
}
/** Returns a failed check that compared the outcome of a start. The output is cut as in the events of a run. */
const comparedCheck = (output: string): CheckEvent => {
  const error = causeLineOf(output)?.text ?? ''
  const longOutcome = JSON.stringify({
    outcome: 'refused',
    exitCode: 1,
    error,
    stderr: output + 'x'.repeat(8_000),
  })
  const actual = `${longOutcome.slice(0, 4_000)}… (${longOutcome.length} characters)`
  return event('broken', 'expected …', {
    expected: { outcome: 'ready' },
    actual,
    assertions: [{ matcher: 'toMatchObject', expected: { outcome: 'ready' }, actual, passed: false }],
  })
}
const checkWithOutput = (output: string): CheckEvent =>
  event(
    'untestable',
    `The start was refused, but for another reason than jwt: ${causeLineOf(output)?.text ?? ''}`,
    {},
  )

function event(verdict: CheckEvent['verdict'], reason: string, more: Partial<CheckEvent>): CheckEvent {
  return {
    type: 'check',
    id: 'a.b/c',
    rule: 'a.b',
    startedAtMs: 0,
    durationMs: 1,
    assertions: [],
    observations: [],
    launches: [],
    verdict,
    reason,
    ...more,
  }
}

const shapes = {
  refused: refusedCheck,
  crashed: crashedCheck,
  compared: comparedCheck,
  untestable: checkWithOutput,
}
const shapeName = fc.constantFrom(...(Object.keys(shapes) as (keyof typeof shapes)[]))
const cause = fc.integer({ min: 0, max: outputs.length - 1 })
const outputOf = (at: number, noise: Variation) => outputs[at]?.(noise) ?? ''

describe('generated pairs of failures', () => {
  test('failures with the same cause have the same fingerprint, regardless of other output', () => {
    fc.assert(
      fc.property(shapeName, cause, variations, variations, (shape, at, noise, other) => {
        const [one, again] = [outputOf(at, noise), outputOf(at, other)].map((output) => shapes[shape](output))
        expect(fingerprintOf(again!)).toBe(fingerprintOf(one!))
        expect(stableCause(again!)).toBe(stableCause(one!))
      }),
      { numRuns: 200 },
    )
  })

  test('failures with different causes have different fingerprints', () => {
    fc.assert(
      fc.property(shapeName, cause, cause, variations, (shape, at, otherAt, noise) => {
        fc.pre(at !== otherAt)
        const [one, other] = [outputOf(at, noise), outputOf(otherAt, noise)].map((output) =>
          shapes[shape](output),
        )
        expect(fingerprintOf(other!)).not.toBe(fingerprintOf(one!))
      }),
      { numRuns: 200 },
    )
  })
})

test('any two outputs have different causes', () => {
  const variation: Variation = { pid: 7, port: 4_444, minute: 1, folder: 'AbCdEf', warnings: 2 }
  const causes = outputs.map((_output, at) => stableCause(refusedCheck(outputOf(at, variation))))

  expect(new Set(causes).size).toBe(outputs.length)
})

test('failures of different requests with the same error have equal stable causes, but not the same cause', () => {
  const variation: Variation = { pid: 7, port: 4_444, minute: 1, folder: 'AbCdEf', warnings: 0 }
  const crash = crashedCheck(outputOf(17, variation))
  const otherCrash = {
    ...crash,
    id: 'a.b/d',
    reason: crash.reason?.replace('GET /livez', 'POST /apis') ?? '',
  }

  expect(stableCause(otherCrash)).toBe(stableCause(crash))
  expect(hasSameCause(crash, otherCrash)).toBe(false)
})

test('starts that are refused with the same error have the same cause, regardless of other output', () => {
  const [noise, again] = [0, 3].map(
    (warnings): Variation => ({ pid: 7 + warnings, port: 4_444, minute: 1, folder: 'AbCdEf', warnings }),
  )
  const refusal = refusedCheck(outputOf(0, noise!))

  expect(hasSameCause(refusal, { ...refusedCheck(outputOf(0, again!)), id: 'a.b/d' })).toBe(true)
  expect(hasSameCause(refusal, { ...refusedCheck(outputOf(1, again!)), id: 'a.b/d' })).toBe(false)
})

test('the cause key of a failure without an ended program is the id of its check', () => {
  const brokenCheck = event('broken', 'expected 1 to be 2', {})

  expect(causeKey(brokenCheck)).toBe('a.b/c')
})
