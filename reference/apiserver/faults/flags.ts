import { perFlagFaults as perFlag } from '../../flags/faults.ts'
import { versionFaults } from '../../program/faults.ts'
import type { QuirkList } from '../../quirks/arguments.ts'
import { quirkPerName } from '../../quirks/quirk-per-name.ts'
import { bufferSuffixes } from '../flags/cluster.ts'
import { apiServerFlags } from '../flags/table.ts'

/** Defects in the command line that do not depend on a flag. */
export const commandLineFaults = {
  'repeated-list-flag-last-wins': 'command line: a repeated list flag keeps the last value only',
  'vmodule-refused': '--vmodule: is refused whatever its value',
  ...versionFaults,
  'second-service-ip-range-refused': '--service-cluster-ip-range: refuses a second range',
  'third-service-ip-range-accepted': '--service-cluster-ip-range: takes a third range',
  'service-ip-range-form-unchecked': '--service-cluster-ip-range: takes any text',
  'metric-label-key-unchecked': '--allow-metric-labels: a key may lack the name of a label',
  'log-split-stream-gate-ignored': '--log-text-split-stream: works without the feature LoggingAlphaOptions',
  'log-buffer-gate-ignored': '--log-text-info-buffer-size: works without the feature LoggingAlphaOptions',
  ...quirkPerName(bufferSuffixes, (suffix) => [
    `log-buffer-suffix-refused-${suffix}`,
    `--log-text-info-buffer-size: refuses sizes with the suffix ${suffix}`,
  ]),
  'emulation-forward-compatible-at-own-version-accepted':
    '--emulation-forward-compatible: may be true at the own version',
  'emulation-forward-compatible-with-own-version-named-accepted':
    '--emulation-forward-compatible: may be true with --emulated-version of the own version',
  'runtime-config-emulation-forward-compatible-with-own-version-named-accepted':
    '--runtime-config-emulation-forward-compatible: may be true with --emulated-version of the own version',
  'runtime-config-emulation-forward-compatible-at-own-version-accepted':
    '--runtime-config-emulation-forward-compatible: may be true at the own version',
} as const

/** Defects in the help and the type checks of every single flag. */
export const perFlagFaults: QuirkList = perFlag(apiServerFlags, {
  // Their values or their tables have separate faults.
  lastValue: ['oidc-signing-algs', 'tls-cipher-suites'],
  // Every start, or the start of an area, sets the flag, or a separate fault refuses it.
  anyValue: [
    'secure-port',
    'shutdown-watch-termination-grace-period',
    'livez-grace-period',
    'storage-initialization-timeout',
    'anonymous-auth',
    'oidc-required-claim',
    'log-text-info-buffer-size',
    'runtime-config',
    'version',
    'vmodule',
  ],
})
