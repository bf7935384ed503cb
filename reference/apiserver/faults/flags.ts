import { perFlagFaults as perFlag } from '../../flags/faults.ts'
import type { QuirkList } from '../../quirks/arguments.ts'
import { namedFor } from '../../quirks/named-for.ts'
import { bufferSuffixes } from '../flags/cluster.ts'
import { apiServerFlags } from '../flags/table.ts'

/** Defects in the command line itself that do not depend on a flag. */
export const commandLineFaults = {
  'repeated-list-flag-last-wins': 'command line: a repeated list flag keeps the last value only',
  'vmodule-refused': '--vmodule: is refused whatever its value',
  'version-not-printed': '--version: prints nothing',
  'version-goes-on': '--version: starts to serve after printing',
  'version-override-ignored': '--version: the version to report does not matter',
  'preferred-cipher-suite-refused': '--tls-cipher-suites: refuses TLS_AES_128_GCM_SHA256',
  'insecure-cipher-suite-refused': '--tls-cipher-suites: refuses TLS_RSA_WITH_RC4_128_SHA',
  'second-service-ip-range-refused': '--service-cluster-ip-range: refuses a second range',
  'third-service-ip-range-accepted': '--service-cluster-ip-range: takes a third range',
  'service-ip-range-form-unchecked': '--service-cluster-ip-range: takes any text',
  'metric-label-key-unchecked': '--allow-metric-labels: a key may lack the name of a label',
  'log-split-stream-gate-ignored': '--log-text-split-stream: works without the feature LoggingAlphaOptions',
  'log-buffer-gate-ignored': '--log-text-info-buffer-size: works without the feature LoggingAlphaOptions',
  ...namedFor(bufferSuffixes, (suffix) => [
    `log-buffer-suffix-refused-${suffix}`,
    `--log-text-info-buffer-size: refuses sizes with the suffix ${suffix}`,
  ]),
  'emulation-forward-compatible-at-own-version-accepted':
    '--emulation-forward-compatible: may be true at the own version',
  'runtime-config-emulation-forward-compatible-at-own-version-accepted':
    '--runtime-config-emulation-forward-compatible: may be true at the own version',
} as const

/** Defects in the help and the type checks of every single flag. */
export const perFlagFaults: QuirkList = perFlag(apiServerFlags, [
  // There is a fault for each of their values, or for each of their tables.
  'oidc-signing-algs',
  'tls-cipher-suites',
])
