import { isIP } from 'node:net'
import type { FlagValues } from '../../flags/flag-values.ts'
import { Refusal } from '../../flags/refusal.ts'
import { fault } from '../../quirks/quirks.ts'

/** Checks the flags for services, metrics and emulated versions. Throws a Refusal. */
export function checkClusterFlags(flags: FlagValues, ownVersion: string): void {
  checkServiceRanges(flags.string('service-cluster-ip-range')?.split(',') ?? [])
  const labelsFlag = 'allow-metric-labels'
  for (const entry of flags.occurrences(labelsFlag)) {
    const key = entry.split('=')[0] ?? ''
    if (/^[^,]+,[^,]+$/.test(key) || fault('metric-label-key-unchecked')) continue
    throw new Refusal(`--${labelsFlag}: ${JSON.stringify(key)} is not <MetricName>,<LabelName>`)
  }
  for (const name of [
    'emulation-forward-compatible',
    'runtime-config-emulation-forward-compatible',
  ] as const) {
    if (!flags.bool(name) || emulatesLower(flags, ownVersion)) continue
    if (fault(`${name}-at-own-version-accepted`)) continue
    if (flags.isSet('emulated-version') && fault(`${name}-with-own-version-named-accepted`)) continue
    throw new Refusal(`--${name}: needs an --emulated-version below ${ownVersion}`)
  }
}

function checkServiceRanges(ranges: readonly string[]): void {
  const flag = '--service-cluster-ip-range'
  if (ranges.some((range) => !isRange(range)) && !fault('service-ip-range-form-unchecked')) {
    throw new Refusal(`${flag}: takes CIDRs such as 10.0.0.0/24`)
  }
  if (ranges.length > 2 && !fault('third-service-ip-range-accepted')) {
    throw new Refusal(`${flag}: takes two ranges at most`)
  }
  const families = new Set(ranges.map((range) => isIP(range.split('/')[0] ?? '')))
  if (ranges.length === 2 && families.size === 1 && !fault('service-ip-ranges-of-one-family-accepted')) {
    throw new Refusal(`${flag}: two ranges must be of both IP families`)
  }
  if (ranges.length === 2 && fault('second-service-ip-range-refused')) {
    throw new Refusal(`${flag}: takes one range`)
  }
}

function isRange(text: string): boolean {
  const [address = '', length = '', ...extraParts] = text.split('/')
  const maxPrefixLength = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return extraParts.length === 0 && /^\d+$/.test(length) && Number(length) <= maxPrefixLength
}

/**
 * Reports whether an entry of `--emulated-version`, `component=major.minor` or the version alone, is below the server's
 * version.
 */
function emulatesLower(flags: FlagValues, ownVersion: string): boolean {
  const numberOf = (text: string) => {
    const [, major, minor] = /(\d+)\.(\d+)/.exec(text) ?? []
    return Number(major) * 1000 + Number(minor)
  }
  return flags.strings('emulated-version').some((entry) => numberOf(entry) < numberOf(ownVersion))
}
