import type { Store } from './store.ts'

/** Returns a store that keeps the keys under some prefixes in other stores than the main one. */
export function overriddenStore(main: Store, overrides: ReadonlyMap<string, Store>): Store {
  const of = (key: string): Store => {
    for (const [prefix, store] of overrides) if (key.startsWith(prefix)) return store
    return main
  }
  const all = [main, ...overrides.values()]
  return {
    async ping(key, withinMs) {
      await Promise.all(all.map((store) => store.ping(key, withinMs)))
    },
    get: (key) => of(key).get(key),
    list: (prefix) => of(prefix).list(prefix),
    count: (prefix) => of(prefix).count(prefix),
    put: (key, value, expected) => of(key).put(key, value, expected),
    delete: (key, expected) => of(key).delete(key, expected),
    watch: (prefix, after, notify, signal) => of(prefix).watch(prefix, after, notify, signal),
    async compact() {
      await Promise.all(all.map((store) => store.compact()))
    },
    databaseSize: () => main.databaseSize(),
    close() {
      for (const store of all) store.close()
    },
  }
}
