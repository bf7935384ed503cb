import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { attestationName } from './attestation.ts'
import type { Manifest } from './manifest.ts'
import { count } from '../displayed-verdict.ts'
import type { Statement } from './statement.ts'

/**
 * Describes for human readers what a valid certificate excuses, with one line for known deviations and one for the
 * attestation.
 * @param bundle folder of the attestation, if it was verified
 */
export function warningLines({ totals }: Manifest, bundle: string | undefined): readonly string[] {
  const known = totals['known-failing']
  return [
    ...(known === 0
      ? []
      : [
          `Known deviations: ${count(known, 'check')} ${known === 1 ? 'is' : 'are'} known to fail; certificate.html has the reasons`,
        ]),
    ...attestationLines(bundle),
  ]
}

function attestationLines(bundle: string | undefined): readonly string[] {
  if (bundle === undefined || !existsSync(join(bundle, attestationName))) return []
  const { payload } = JSON.parse(readFileSync(join(bundle, attestationName), 'utf8')) as { payload: string }
  const { predicate } = JSON.parse(Buffer.from(payload, 'base64').toString()) as Statement
  if (predicate.result === 'PASSED') return []
  return [
    `Attestation: the result is ${predicate.result}, because of ${count(predicate.warnedTests.length, 'rule')} with a known deviation, a warning or an excluded check`,
  ]
}
