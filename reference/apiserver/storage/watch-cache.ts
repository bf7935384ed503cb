import type { FlagValues } from '../../flags/flag-values.ts'
import { Refusal } from '../../flags/refusal.ts'
import { fault } from '../../quirks/quirks.ts'
import { resources, storageKey } from '../api/resource.ts'
import { keyPrefix } from './prefix.ts'
import type { Change, Store } from './store.ts'

type OnChange = (change: Change) => void

/** Maximum number of recent changes that are kept, for watches that begin at an earlier revision. */
const maxEvents = 1000

/** Watch of a client that shares a watch of the store. */
interface Listener {
  readonly tell: OnChange
  readonly end: () => void
  readonly fail: (error: unknown) => void
}

/** Watches of one resource, which share one watch of the store. */
class SharedWatch {
  readonly #listeners = new Set<Listener>()
  readonly #endController = new AbortController()
  #changes: Change[] = []
  #oldestRevision: bigint

  constructor(store: Store, prefix: string, afterRevision: bigint, onEnd: () => void) {
    this.#oldestRevision = afterRevision
    const notify = (change: Change) => {
      this.#changes.push(change)
      if (this.#changes.length > maxEvents)
        this.#oldestRevision = this.#changes.shift()?.revision ?? this.#oldestRevision
      for (const listener of this.#listeners) listener.tell(change)
    }
    const endAll = (tellEnd: (listener: Listener) => void) => {
      onEnd()
      for (const listener of this.#listeners) tellEnd(listener)
    }
    void store.watch(prefix, afterRevision, notify, this.#endController.signal).then(
      () => endAll(({ end }) => end()),
      (error: unknown) => endAll(({ fail }) => fail(error)),
    )
  }

  /** Reports whether the shared watch has all changes after a revision. */
  knows(afterRevision: bigint): boolean {
    return afterRevision >= this.#oldestRevision
  }

  async follow(prefix: string, afterRevision: bigint, notify: OnChange, signal: AbortSignal): Promise<void> {
    const isInWatch = ({ key, revision }: Change) => key.startsWith(prefix) && revision > afterRevision
    for (const change of this.#changes) if (isInWatch(change)) notify(change)
    let listener: Listener | undefined
    try {
      await new Promise<void>((end, fail) => {
        listener = { tell: (change) => isInWatch(change) && notify(change), end, fail }
        this.#listeners.add(listener)
        if (signal.aborted) end()
        signal.addEventListener('abort', () => end(), { once: true })
      })
    } finally {
      if (listener !== undefined) this.#listeners.delete(listener)
    }
  }

  end(): void {
    this.#endController.abort()
  }
}

/**
 * Returns a store whose watches of one resource share a watch, as the flags configure it. Throws a Refusal for an
 * invalid size.
 */
export function watchCached(store: Store, flags: FlagValues): Store {
  const disabledResources = uncachedResources(flags.strings('watch-cache-sizes'))
  const isEnabled = flags.bool('watch-cache') ? !fault('watch-cache-missing') : fault('watch-cache-always')
  if (!isEnabled) return store
  const root = keyPrefix(flags)
  const prefixes = cachedPrefixes(root, disabledResources)
  const builtInPrefixes = cachedPrefixes(root, new Set())
  const isCustomDisabled = (custom: string): boolean =>
    fault('watch-cache-size-of-custom-resources-counts') && disabledResources.has(resourceOf(custom))
  const customPrefixOf = (prefix: string): string | undefined => {
    if (builtInPrefixes.some((builtInPrefix) => prefix.startsWith(builtInPrefix))) return undefined
    const foundPrefix = customPrefix(root, prefix)
    return foundPrefix === undefined || isCustomDisabled(foundPrefix) ? undefined : foundPrefix
  }
  const sharedWatches = new Map<string, SharedWatch>()
  return {
    ...store,
    async watch(prefix, after, notify, signal) {
      const cachedPrefix =
        prefixes.find((candidate) => prefix.startsWith(candidate)) ?? customPrefixOf(prefix)
      if (cachedPrefix === undefined) return store.watch(prefix, after, notify, signal)
      let watch = sharedWatches.get(cachedPrefix)
      if (watch === undefined) {
        watch = new SharedWatch(store, cachedPrefix, after, () => sharedWatches.delete(cachedPrefix))
        sharedWatches.set(cachedPrefix, watch)
      }
      // Changes that the shared watch no longer keeps are available only from the store.
      return watch.knows(after)
        ? watch.follow(prefix, after, notify, signal)
        : store.watch(prefix, after, notify, signal)
    },
    close() {
      for (const watch of sharedWatches.values()) watch.end()
      store.close()
    },
  }
}

function cachedPrefixes(prefix: string, disabled: ReadonlySet<string>): readonly string[] {
  return resources
    .filter(({ group, resource }) => !disabled.has(group === '' ? resource : `${resource}.${group}`))
    .map((resource) => storageKey(prefix, resource, '', ''))
}

/**
 * Returns the prefix of all objects of a custom resource, `<root>/<group>/<resource>/`, that contains a requested
 * prefix.
 */
function customPrefix(root: string, prefix: string): string | undefined {
  const rootPrefix = root.startsWith('/') ? root : `/${root}`
  const [group, resource, subPrefix] = prefix.slice(rootPrefix.length + 1).split('/')
  return group?.includes('.') && resource && subPrefix !== undefined
    ? `${rootPrefix}/${group}/${resource}/`
    : undefined
}

/** Returns the name of a custom resource in the form of the flag. */
function resourceOf(prefix: string): string {
  const [resource, group] = prefix.split('/').slice(0, -1).toReversed()
  return `${resource}.${group}`
}

/** Returns the resources without a cache, whose size is 0. */
function uncachedResources(sizes: readonly string[]): ReadonlySet<string> {
  const disabledNames = new Set<string>()
  for (const text of sizes) {
    const [, resource = '', size] = /^([^#]+)#(\d+)$/.exec(text) ?? []
    if (size === undefined) {
      if (fault('watch-cache-size-form-unchecked')) continue
      throw new Refusal(`--watch-cache-sizes: ${JSON.stringify(text)} is not resource[.group]#size`)
    }
    if (resource.includes('ingresses.') && fault('watch-cache-sizes-refused')) {
      throw new Refusal(`--watch-cache-sizes: ${resource} cannot be had`)
    }
    const isSizeZero =
      Number(size) === 0 ? !fault('watch-cache-size-0-ignored') : fault('watch-cache-any-size-disables')
    if (!isSizeZero) continue
    disabledNames.add(resource)
    if (fault('watch-cache-size-0-for-all'))
      for (const uncachedResource of resources) disabledNames.add(uncachedResource.resource)
    if (resource.includes('.') && fault('watch-cache-size-of-groups-ignored')) disabledNames.delete(resource)
  }
  return disabledNames
}
