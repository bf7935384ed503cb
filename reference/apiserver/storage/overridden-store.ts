import type { Store } from './store.ts'

/**
 * Returns a store that keeps the keys under each overridden prefix in a separate store, and all other keys in the main
 * store.
 */
export function overriddenStore(mainStore: Store, overrides: ReadonlyMap<string, Store>): Store {
  const storeOf = (key: string): Store => {
    for (const [prefix, store] of overrides) if (key.startsWith(prefix)) return store
    return mainStore
  }
  const allStores = [mainStore, ...overrides.values()]
  return {
    async ping(key, withinMs) {
      await Promise.all(allStores.map((store) => store.ping(key, withinMs)))
    },
    get: (key) => storeOf(key).get(key),
    list: (prefix) => storeOf(prefix).list(prefix),
    count: (prefix) => storeOf(prefix).count(prefix),
    put: (key, value, expected) => storeOf(key).put(key, value, expected),
    delete: (key, expected) => storeOf(key).delete(key, expected),
    watch: (prefix, after, notify, signal) => storeOf(prefix).watch(prefix, after, notify, signal),
    async compact() {
      await Promise.all(allStores.map((store) => store.compact()))
    },
    databaseSize: () => mainStore.databaseSize(),
    close() {
      for (const store of allStores) store.close()
    },
  }
}

/** Returns a store that keeps its keys under another prefix. Only a fault uses it. */
export function movedStore(store: Store, from: string, to: string): Store {
  const moved = (key: string): string => (key.startsWith(from) ? `${to}${key.slice(from.length)}` : key)
  const original = <S extends { readonly key: string }>(stored: S): S => ({
    ...stored,
    key: stored.key.startsWith(to) ? `${from}${stored.key.slice(to.length)}` : stored.key,
  })
  return {
    ...store,
    ping: (key, withinMs) => store.ping(moved(key), withinMs),
    async get(key) {
      const stored = await store.get(moved(key))
      return stored && original(stored)
    },
    async list(prefix) {
      const { values, revision } = await store.list(moved(prefix))
      return { values: values.map(original), revision }
    },
    count: (prefix) => store.count(moved(prefix)),
    put: (key, value, expected) => store.put(moved(key), value, expected),
    delete: (key, expected) => store.delete(moved(key), expected),
    watch: (prefix, after, notify, signal) =>
      store.watch(moved(prefix), after, (change) => notify(original(change)), signal),
  }
}
