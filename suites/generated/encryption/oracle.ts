import type { ResourceEntry, Provider } from './model.ts'

/** Returns the providers of a resource: the providers of the first entry that selects it, or only `identity`. */
export function providersOf(entries: readonly ResourceEntry[], resource: string): readonly Provider[] {
  const firstEntry = entries.find(({ resources }) => resources.some((one) => matchesResource(one, resource)))
  return firstEntry?.providers ?? ['identity']
}

function matchesResource(text: string, resource: string): boolean {
  if (text === '*.*') return true
  if (!text.startsWith('*.')) return text === resource
  // The group is after the first dot, and the core group has no name.
  const dotIndex = resource.indexOf('.')
  return text.slice(2) === (dotIndex < 0 ? '' : resource.slice(dotIndex + 1))
}

/** Returns the names of the keys of which the stored data must contain one, or none for unencrypted data. */
export function writersOf(providers: readonly Provider[]): readonly string[] {
  const [first = 'identity'] = providers
  return first === 'identity' ? [] : first.keys
}

/** Reports whether the providers read data that was written with the named key, or unencrypted data. */
export function canRead(providers: readonly Provider[], writtenBy: string | undefined): boolean {
  return providers.some((one) =>
    one === 'identity' ? writtenBy === undefined : writtenBy !== undefined && one.keys.includes(writtenBy),
  )
}
