import { join } from 'node:path'
import { file, type Flags, writeConfiguration } from '#kit/launch.ts'
import { targetDialect } from '../../../shared/dialect.ts'
import { type SourceLocations, withLocations } from './places.ts'
import { flagText } from './sourced-flag.ts'
import { type SourcedFlag, sourcedFlags } from './table.ts'

/** Type fields of a node agent's configuration file. */
export const types = { kind: 'OrchletConfiguration', apiVersion: 'orchlet.config.orch.io/v1beta1' }
/** Gates without which some of the fields have no effect. */
export const gates = {
  CustomCPUCFSQuotaPeriod: true,
  LoggingAlphaOptions: true,
  CPUManagerPolicyAlphaOptions: true,
  QOSReserved: true,
}
// Flags without which an agent would be unreachable, or would change the machine.
const neededFlags = ['--address', '--port', '--read-only-port', '--healthz-port', '--cgroups-per-qos']
const requiredFlags = ['--enforce-node-allocatable', '--make-iptables-util-chains', '--volume-plugin-dir']
/** Flags that every start sets. */
export const alwaysGivenFlags: ReadonlySet<string> = new Set([
  ...neededFlags,
  ...requiredFlags,
  '--container-runtime-endpoint',
  '--client-ca-file',
])
/** Flags of the serving certificate, which every start has. */
export const certificate: ReadonlySet<string> = new Set(['--tls-cert-file', '--tls-private-key-file'])

/** The sources of a start, strongest last, and flags that explicitly have their defaults, with a file. */
export const sources = ['default', 'file', 'drop-in', 'flag', 'explicit-default'] as const
export type Source = (typeof sources)[number]

/** Returns the flags of a start in which the given source has the highest precedence. */
export function flagsUpTo(strongest: Source, places: SourceLocations): Flags {
  const omittableFlags = sourcedFlags.filter(
    ({ flag }) => strongest !== 'default' || (!alwaysGivenFlags.has(flag) && !certificate.has(flag)),
  )
  const omittedFlags = Object.fromEntries(omittableFlags.map(({ flag }) => [flag, undefined]))
  if (strongest === 'default') return omittedFlags
  const config = file('config.yaml', { ...types, ...configurationOf('file', strongest, places) })
  if (strongest === 'file') return { ...omittedFlags, '--config': config }
  if (strongest === 'explicit-default') {
    const defaults = sourcedFlags.flatMap((sourced) =>
      hasOtherDefault(sourced) ? [[sourced.flag, flagText(sourced.default, sourced.separator)] as const] : [],
    )
    return { ...omittedFlags, '--config': config, ...Object.fromEntries(defaults) }
  }
  const dropIns = join(places.directory, 'drop-ins')
  const dropIn = file('10.conf', { ...types, ...configurationOf('drop-in', strongest, places) })
  writeConfiguration(dropIn, targetDialect(), dropIns)
  const fileFlags = { ...omittedFlags, '--config': config, '--config-dir': { path: dropIns } }
  if (strongest === 'drop-in') return fileFlags
  const flags = sourcedFlags.flatMap(({ flag, values, separator }) =>
    values === undefined ? [] : [[flag, flagText(withLocations(values[2], places), separator)] as const],
  )
  return { ...fileFlags, ...Object.fromEntries(flags) }
}

/** Reports whether the default of a flag is a value that differs from that of a file. */
export function hasOtherDefault(
  sourced: SourcedFlag,
): sourced is SourcedFlag & { readonly default: string | number | boolean } {
  const { flag, values, weakerValue, default: defaultValue } = sourced
  const isScalar = defaultValue !== '' && ['string', 'number', 'boolean'].includes(typeof defaultValue)
  const isFree = !alwaysGivenFlags.has(flag) && !certificate.has(flag)
  return isScalar && isFree && values !== undefined && (weakerValue ?? values[0]) !== defaultValue
}

/** Returns the configuration of a source, given the source with the highest precedence. */
function configurationOf(source: 'file' | 'drop-in', strongest: Source, places: SourceLocations): object {
  const root: Record<string, unknown> = source === 'file' ? { featureGates: gates } : {}
  for (const sourced of sourcedFlags) {
    const { field, values, weakerValue, fileOnly } = sourced
    if (values === undefined) continue
    const ownValue = source === 'file' ? values[0] : values[1]
    const isStrongest = strongest === 'explicit-default' ? !hasOtherDefault(sourced) : source === strongest
    const value = isStrongest ? ownValue : (weakerValue ?? ownValue)
    const isLonger = source === 'file' && strongest === 'flag' && fileOnly !== undefined
    setValueAt(
      root,
      field,
      isLonger ? { ...(value as object), [fileOnly[0]]: fileOnly[1] } : withLocations(value, places),
    )
  }
  return root
}

/** Sets a value at a JSON pointer of an object. */
export function setValueAt(root: Record<string, unknown>, pointer: string, value: unknown): void {
  const names = pointer.split('/').slice(1)
  const lastName = names.pop() ?? ''
  let parent = root
  for (const name of names) parent = (parent[name] ??= {}) as Record<string, unknown>
  parent[lastName] = value
}
