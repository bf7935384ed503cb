import type { FlagValues } from '../../flags/flag-values.ts'
import { Refusal } from '../../flags/refusal.ts'
import { fault } from '../../quirks/quirks.ts'
import { bufferSuffixes } from './cluster.ts'
import type { Gates } from '../../flags/gates.ts'

/** Checks the flags for logging. Throws a Refusal. */
export function checkLoggingFlags(flags: FlagValues, gates: Gates): void {
  if (flags.isSet('vmodule') && fault('vmodule-refused')) throw new Refusal('--vmodule: cannot be set')
  const isGateClosed = !gates('LoggingAlphaOptions', false)
  const splitFlag = 'log-text-split-stream'
  if (isGateClosed && flags.bool(splitFlag) && !fault('log-split-stream-gate-ignored')) {
    throw new Refusal(`--${splitFlag}: needs the feature gate LoggingAlphaOptions`)
  }
  const bufferFlag = 'log-text-info-buffer-size'
  const size = flags.string(bufferFlag) ?? '0'
  if (Number.parseFloat(size) === 0) return
  if (isGateClosed && !fault('log-buffer-gate-ignored')) {
    throw new Refusal(`--${bufferFlag}: needs the feature gate LoggingAlphaOptions`)
  }
  const suffixText = size.replace(/^[\d.]+/, '') || 'none'
  const suffix = bufferSuffixes.find((legalSuffix) => legalSuffix === suffixText)
  if (suffix !== undefined && fault(`log-buffer-suffix-refused-${suffix}`)) {
    throw new Refusal(`--${bufferFlag}: ${suffix} is no suffix`)
  }
}
