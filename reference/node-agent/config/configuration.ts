import { isAbsolute, join } from 'node:path'
import { isMapping } from '../../config/decode.ts'
import type { FlagValues } from '../../flags/flag-values.ts'
import { bool, durationMs } from '../../flags/value-types.ts'
import { Refusal } from '../../flags/refusal.ts'
import { fault } from '../../quirks/quirks.ts'
import type { AgentFlag } from '../flags/agent-flag.ts'
import { agentFlags, type AgentFlagName } from '../flags/table.ts'
import { type GateValues, isGateOn, mergedGates, refuseUnknownGates } from '../gates/gates.ts'
import { type FileValues, lastValueOf, readDropIns, readFile } from './files.ts'
import { formOf } from './forms.ts'

/** Configuration of the node agent: the effective fields and the feature gates. */
export class AgentConfiguration {
  readonly #gates: GateValues
  readonly #flags: FlagValues
  readonly #file: FileValues
  readonly #dropIns: readonly FileValues[]

  /** Reads the files that the flags name. Throws a Refusal for a file that cannot be used. */
  constructor(flags: FlagValues) {
    const [configFile, directory] = [flags.string('config'), flags.string('config-dir')]
    const isRelativeFault =
      configFile !== undefined && !isAbsolute(configFile) && fault('config-relative-elsewhere')
    const file = isRelativeFault ? join('/', configFile) : configFile
    const isDropInAlone = file === undefined && fault('drop-ins-need-a-file')
    this.#flags = flags
    this.#file = file === undefined ? {} : readFile(file)
    this.#dropIns = directory === undefined || isDropInAlone ? [] : readDropIns(directory)
    this.#gates = this.#givenGates()
  }

  /** Returns the effective value of a flag that the file also has. */
  value(name: AgentFlagName): unknown {
    const flag = flagNamed(name)
    return this.#givenValue(flag) ?? this.#unsetValue(flag)
  }

  /** Reports whether any source sets the flag. */
  isSet(name: AgentFlagName): boolean {
    return this.#givenValue(flagNamed(name)) !== undefined
  }

  string(name: AgentFlagName): string {
    const value = this.value(name)
    return typeof value === 'string' ? value : ''
  }

  number(name: AgentFlagName): number {
    const value = this.value(name)
    return typeof value === 'number' ? value : 0
  }

  bool(name: AgentFlagName): boolean {
    return this.value(name) === true
  }

  /** Reports whether containers without a seccomp profile get the default profile of the runtime. */
  get seccompDefault(): boolean {
    return this.#flags.bool('seccomp-default')
  }

  get directoryOfCertificates(): string {
    return this.#flags.string('cert-dir') ?? ''
  }

  /** Returns the entries of a mapping as strings. */
  pairs(name: AgentFlagName): ReadonlyMap<string, string> {
    const value = this.value(name)
    return new Map(
      isMapping(value) ? Object.entries(value).map(([key, entryValue]) => [key, String(entryValue)]) : [],
    )
  }

  /** Returns a duration in milliseconds. */
  durationMs(name: AgentFlagName): number {
    return durationMs(this.string(name)) ?? 0
  }

  strings(name: AgentFlagName): readonly string[] {
    const value = this.value(name)
    return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
  }

  /** Reports whether a gate is on, from all sources together. */
  isGateOn(name: string): boolean {
    return isGateOn(name, this.#gates)
  }

  /** Returns the whole effective configuration object. */
  effective(): Readonly<Record<string, unknown>> {
    const root: Record<string, unknown> = {}
    for (const flag of agentFlags) if (flag.field !== undefined) put(root, flag.field, this.#shownValue(flag))
    put(root, '/featureGates', this.#gates)
    return root
  }

  #shownValue(flag: AgentFlag<AgentFlagName>): unknown {
    const givenValue = this.#givenValue(flag)
    if (givenValue !== undefined) return givenValue
    const isDefaultIgnored = flag.default !== undefined && fault(`default-not-effective-${flag.name}`)
    return isDefaultIgnored ? formOf(flag.type).nothing : this.#unsetValue(flag)
  }

  /** Returns the value of a flag that no source sets: its default or, for one flag, the value of another flag. */
  #unsetValue(flag: AgentFlag<AgentFlagName>): unknown {
    const followsOtherFlag =
      flag.name === 'cpu-manager-reconcile-period' && !fault('reconcile-period-of-its-own')
    return followsOtherFlag ? this.value('node-status-update-frequency') : defaultOf(flag)
  }

  /**
   * Returns the value of a flag from the first source that sets it: the command line, the drop-in files, or the file.
   */
  #givenValue(flag: AgentFlag<AgentFlagName>): unknown {
    const { name, field, type } = flag
    const flagValue = this.#flags.isSet(name) ? formOf(type).read(this.#flags.occurrences(name)) : undefined
    if (field === undefined) return flagValue
    const dropIns =
      this.#dropIns.length > 1 && fault('only-last-drop-in-used') ? this.#dropIns.slice(-1) : this.#dropIns
    const anyDropInValue = lastValueOf(dropIns, field)
    const isZeroIgnored = anyDropInValue === 0 && fault('zero-of-drop-in-ignored')
    const dropInValue = isZeroIgnored ? undefined : anyDropInValue
    const fileValue = lastValueOf([this.#file], field)
    const fallbackValue = dropInValue ?? fileValue
    if (flagValue !== undefined) {
      const isDefault = JSON.stringify(flagValue) === JSON.stringify(defaultOf(flag))
      const isFlagOverridden =
        fallbackValue !== undefined &&
        (fault(`flag-loses-${name}`) ||
          (flagValue === 0 && fault('zero-of-flag-ignored')) ||
          (isDefault && fault('explicit-defaults-lose')))
      if (isFlagOverridden) return fallbackValue
      const isMapMerged = isMapping(flagValue) && isMapping(fallbackValue) && fault('maps-of-files-merged')
      return isMapMerged ? { ...fallbackValue, ...flagValue } : flagValue
    }
    if (dropInValue !== undefined && !fault(`drop-in-ignored-${name}`)) return dropInValue
    return fileValue !== undefined && !fault(`file-ignored-${name}`) ? fileValue : undefined
  }

  #givenGates(): GateValues {
    const flagGates = Object.fromEntries(
      this.#flags.pairs('feature-gates').flatMap(([name, value]) => {
        const isEnabled = bool(value)
        if (isEnabled !== undefined) return [[name, isEnabled]]
        if (fault('type-unchecked-feature-gates')) return []
        throw new Refusal(`--feature-gates: ${name} must be true or false, not ${JSON.stringify(value)}`)
      }),
    )
    refuseUnknownGates(flagGates, '--feature-gates')
    const gatesOfDropIns = this.#dropIns.map((values) => gatesIn(values))
    const areIgnored = gatesOfDropIns.length > 0 && fault('gates-of-drop-ins-ignored')
    const gatesOfFiles = [gatesIn(this.#file), ...(areIgnored ? [] : gatesOfDropIns)]
    for (const gates of gatesOfFiles) refuseUnknownGates(gates, 'featureGates')
    const fileGates = Object.assign({}, ...gatesOfFiles) as GateValues
    const effectiveFileGates =
      Object.keys(fileGates).length > 0 && fault('gate-file-ignored') ? {} : fileGates
    return mergedGates(effectiveFileGates, flagGates)
  }
}

function gatesIn(values: FileValues): GateValues {
  const gates = values['featureGates']
  if (!isMapping(gates)) return {}
  const invalidGate = Object.entries(gates).find(([, on]) => typeof on !== 'boolean')
  if (invalidGate !== undefined) throw new Refusal(`featureGates: ${invalidGate[0]} must be true or false`)
  return gates as GateValues
}

function flagNamed(name: AgentFlagName): AgentFlag<AgentFlagName> {
  const flag = agentFlags.find((flag) => flag.name === name)
  if (flag === undefined) throw new TypeError(`no flag is named ${name}`)
  return flag
}

function defaultOf({ type, default: defaultText }: AgentFlag): unknown {
  // The documents write `none` for an empty value.
  if (defaultText === undefined || (type === 'pairs' && defaultText === 'none')) return formOf(type).nothing
  return formOf(type).read([defaultText])
}

function put(root: Record<string, unknown>, pointer: string, value: unknown): void {
  const names = pointer.split('/').slice(1)
  const lastName = names.pop() ?? ''
  let block = root
  for (const name of names) block = (block[name] ??= {}) as Record<string, unknown>
  block[lastName] = value
}
