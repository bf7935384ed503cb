import { bool } from '../../flags/value-types.ts'
import type { FlagValues } from '../../flags/flag-values.ts'
import { Refusal } from '../../flags/refusal.ts'
import { fault } from '../../quirks/quirks.ts'
import { apiVersion, type Resource } from '../api/resource.ts'
import { emulatedVersion, versionNumber } from './emulation.ts'

const flag = '--runtime-config'
const forwardCompatibleFlag = 'runtime-config-emulation-forward-compatible'

/** APIs that are served according to the flags. */
export class Apis {
  readonly #resources: readonly Resource[]
  readonly #flags: FlagValues
  readonly #emulatedNumber: number
  readonly #switches: ReadonlyMap<string, boolean>

  /** Throws a Refusal for flags that enable APIs newer than the emulated version. */
  constructor(resources: readonly Resource[], flags: FlagValues, ownVersion: string) {
    this.#resources = resources
    this.#flags = flags
    this.#emulatedNumber = emulatedVersion(flags, ownVersion)
    this.#switches = runtimeConfig(flags)
    const ownNumber = versionNumber(ownVersion)
    for (const resource of resources.filter(
      (candidate) => candidate.since !== undefined && this.#requestedState(candidate) === true,
    )) {
      if (this.#isNewer(resource)) this.#checkPermission(resource)
      else if (this.#emulatedNumber === ownNumber && fault('own-api-refused')) {
        throw new Refusal(`${flag}: ${apiVersion(resource)} cannot be switched`)
      }
    }
  }

  /** Resources that are served. */
  get served(): readonly Resource[] {
    return this.#resources.filter((resource) => this.serves(resource))
  }

  /** Reports whether a resource is served. */
  serves(resource: Resource): boolean {
    if (!this.#isNewer(resource)) return this.#isOn(resource)
    if (this.#requestedState(resource) === true) {
      return this.#flags.bool(forwardCompatibleFlag) && !fault('newer-api-not-installed')
    }
    if (fault('emulated-version-keeps-apis')) return this.#isOn(resource)
    return this.#isForward(resource)
  }

  #isNewer({ since = '0.0' }: Resource): boolean {
    return (versionNumber(since) ?? 0) > this.#emulatedNumber
  }

  /** Returns the setting of the resource itself or of its version. */
  #requestedState(resource: Resource): boolean | undefined {
    const version = apiVersion(resource)
    return this.#switches.get(`${version}/${resource.resource}`) ?? this.#switches.get(version)
  }

  #checkPermission(resource: Resource): void {
    if (this.#flags.bool(forwardCompatibleFlag) || fault('newer-api-accepted')) return
    const message = `${apiVersion(resource)} is newer than what is emulated; --${forwardCompatibleFlag} permits it`
    throw new Refusal(`${flag}: ${message}`)
  }

  #isOn(resource: Resource): boolean {
    const { stage = 'ga', group } = resource
    const isOnByDefault = stage === 'ga' || fault('beta-apis-on-by-default')
    const isRequested =
      this.#requestedState(resource) ?? this.#switches.get(`api/${stage}`) ?? this.#switches.get('api/all')
    if (isRequested === undefined) {
      const isOfGroup = this.#switches.size > 0 && group !== ''
      return isOnByDefault && !(isOfGroup && fault('runtime-config-drops-others'))
    }
    if (isRequested === isOnByDefault) return isOnByDefault
    const ignoringFault = isRequested ? 'runtime-config-never-enables' : 'runtime-config-never-disables'
    return fault(ignoringFault) ? isOnByDefault : isRequested
  }

  /**
   * Reports whether a version that is newer than the emulated version is served, because forward compatibility is on
   * and an earlier stable or beta version of the resource is served.
   */
  #isForward({ group, resource }: Resource): boolean {
    const hasEarlierVersion = this.#resources.some(
      (otherResource) =>
        otherResource.group === group &&
        otherResource.resource === resource &&
        otherResource.stage !== 'alpha' &&
        !this.#isNewer(otherResource) &&
        this.#isOn(otherResource),
    )
    if (!this.#flags.bool('emulation-forward-compatible')) {
      return hasEarlierVersion && fault('emulation-always-forward-compatible')
    }
    if (!hasEarlierVersion) return fault('emulation-forward-compatible-for-all')
    return !fault('emulation-forward-compatible-ignored')
  }
}

function runtimeConfig(flags: FlagValues): ReadonlyMap<string, boolean> {
  const pairs = flags.pairs('runtime-config')
  const isFourthIgnored = pairs.length > 3 && fault('fourth-runtime-config-pair-ignored')
  return new Map(
    (isFourthIgnored ? pairs.slice(0, 3) : pairs).map(([key, value]) => {
      const isEnabled = value === '' ? true : bool(value)
      if (isEnabled === undefined) throw new Refusal(`${flag}: ${key} must be true or false`)
      return [key, isEnabled] as const
    }),
  )
}
