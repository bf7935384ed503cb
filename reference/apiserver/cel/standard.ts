import type { Environment } from '@marcbachmann/cel-js'

/** Duration class of the library, which does not export it. */
export interface Duration {
  readonly seconds: bigint
  readonly nanos: number
}

/** Unsigned integer class of the library, which does not export it. */
export interface Unsigned {
  valueOf(): bigint
}

const timestamp = 'google.protobuf.Timestamp'
const duration = 'google.protobuf.Duration'

/** Adds functions and operators of the CEL standard library that the evaluation library lacks. */
export function withStandard(environment: Environment): Environment {
  return environment
    .registerFunction('matches(string, string): bool', (value: string, pattern: string) =>
      new RegExp(pattern, 'u').test(value),
    )
    .registerFunction(`string(${timestamp}): string`, (value: Date) =>
      value.toISOString().replace(/\.?0*Z$/, 'Z'),
    )
    .registerFunction(`string(${duration}): string`, durationText)
    .registerFunction(`int(${timestamp}): int`, (value: Date) =>
      BigInt(Math.floor(value.getTime() / msPerSecond)),
    )
    .registerFunction('int(uint): int', (value: Unsigned) => toSigned64(value.valueOf()))
    .registerFunction(`timestamp(${timestamp}): ${timestamp}`, (value: Date) => value)
    .registerFunction(`duration(${duration}): ${duration}`, (value: Duration) => value)
    .registerOperator('bytes < bytes', (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) < 0)
    .registerOperator('bytes <= bytes', (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) <= 0)
    .registerOperator('bytes > bytes', (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) > 0)
    .registerOperator('bytes >= bytes', (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) >= 0)
}

const msPerSecond = 1_000
const nanosDigits = 9

function toSigned64(value: bigint): bigint {
  if (BigInt.asIntN(64, value) !== value)
    throw new RangeError('int() range error: the value needs more than 64 bits')
  return value
}

/** Formats a duration in seconds, with all its decimals: `1.5s`. */
function durationText({ seconds, nanos }: Duration): string {
  const sign = seconds < 0n || nanos < 0 ? '-' : ''
  const fraction = String(Math.abs(nanos)).padStart(nanosDigits, '0').replace(/0+$/, '')
  const wholeSeconds = seconds < 0n ? -seconds : seconds
  return `${sign}${wholeSeconds}${fraction === '' ? '' : `.${fraction}`}s`
}
