import { HarnessError } from '#harness/errors.ts'
import type { Certificates } from '#harness/run/product.ts'
import { writeCncf } from './cncf.ts'
import { challengeText } from './challenge.ts'
import { differenceLines } from './difference.ts'
import { readExclusions, readRevoked } from './exclusions.ts'
import { issue, keyOf } from './issue.ts'
import type { Manifest } from './manifest.ts'
import { digestLines } from './program-digests.ts'
import { trustedThumbprint } from './sign.ts'
import { warningLines } from './warnings.ts'
import { bundledFiles, verifyBundle } from './verify.ts'

/** Certificate operations of the command line. */
export const certificates: Certificates = {
  key: (path, make) => keyOf(path, make),
  issue: async ({ bundle, events, key, validDays, exclusions }) =>
    issue({
      bundle,
      events,
      key: key as ReturnType<typeof keyOf>,
      validDays,
      ...(exclusions !== undefined && { exclusions: readExclusions(exclusions) }),
    }),
  verify: async (bundle, { revoked, exclusions, keys, now, against, only }) => {
    const trust = {
      now,
      ...(keys && { keys: await Promise.all(keys.map(trustedThumbprint)) }),
      ...(revoked !== undefined && { revoked: readRevoked(revoked) }),
      ...(exclusions !== undefined && { exclusions: readExclusions(exclusions) }),
    }
    const verification = await verifyBundle(bundle, trust, only)
    const { manifest, ...rest } = verification
    if (manifest === undefined) return rest
    const { target, profiles, expiresAt, plan, tool } = manifest
    const names = profiles.map(({ name }) => name).join(', ')
    const summary = `${target.name}: ${names}, ${plan.checks} checks, tested by ${tool.name} ${tool.version}, valid until ${expiresAt}`
    const digestSummary = target.programs.flatMap(digestLines)
    const isVerified = rest.problems.length === 0 && only === undefined
    const warnings = warningLines(manifest, isVerified ? bundle : undefined)
    const completeReport = { ...rest, summary: [summary, ...warnings, ...digestSummary].join('\n') }
    return against === undefined
      ? completeReport
      : { ...completeReport, differences: await changesSince(against, manifest, now) }
  },
  exportCncf: (directory, bundle, events) => writeCncf(directory, bundle, events),
  challenge: (run, events, check) => challengeText(events, check, bundledFiles(run)),
}

/** Returns the differences from an earlier certificate, which may have expired. */
async function changesSince(earlier: string, later: Manifest, now: Date): Promise<readonly string[]> {
  const { manifest: before, problems } = await verifyBundle(earlier, { now })
  if (before === undefined)
    throw new HarnessError('usage', `--against ${earlier} has no certificate: ${problems.join(' ')}`)
  return differenceLines(before, later)
}
