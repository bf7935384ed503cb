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
