import type { FlagType } from '../../flags/flag.ts'
import { bufferSuffixes } from '../flags/check-logging.ts'
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
  ...Object.fromEntries(
    bufferSuffixes.map((suffix) => [
      `log-buffer-suffix-refused-${suffix}`,
      `--log-text-info-buffer-size: refuses sizes with the suffix ${suffix}`,
    ]),
  ),
  'emulation-forward-compatible-at-own-version-accepted':
    '--emulation-forward-compatible: may be true at the own version',
  'runtime-config-emulation-forward-compatible-at-own-version-accepted':
    '--runtime-config-emulation-forward-compatible: may be true at the own version',
} as const

const everyTextIsOne = new Set<FlagType>(['string', 'strings', 'help'])

// There is a fault for each of their values, or for each of their tables.
const havingTheirOwn = new Set(['oidc-signing-algs', 'tls-cipher-suites'])

/** Defects in the help and the type checks of every single flag, made from the flag table. */
export function perFlagFaults(): Readonly<Record<string, string>> {
  const faults: Record<string, string> = {}
  for (const { name, type, default: shown, oneOf, range } of apiServerFlags) {
    faults[`help-omits-${name}`] = `--${name}: is not in the help`
    if (type !== 'help') faults[`help-type-wrong-${name}`] = `--${name}: the help shows another type`
    if (shown !== undefined)
      faults[`help-default-wrong-${name}`] = `--${name}: the help shows another default`
    if (!everyTextIsOne.has(type)) {
      faults[`type-unchecked-${name}`] = `--${name}: a value of another type is ignored`
    }
    if (oneOf !== undefined || range !== undefined) {
      faults[`values-unchecked-${name}`] = `--${name}: an illegal value is ignored`
    }
    if (oneOf !== undefined && !havingTheirOwn.has(name)) {
      faults[`legal-value-refused-${name}`] = `--${name}: refuses ${oneOf.at(-1)} although it is permitted`
    }
  }
  return faults
}
