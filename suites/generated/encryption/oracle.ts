import type { Entry, Provider } from './model.ts'

/** The providers of a resource: those of the first entry that selects it, or none but the plain one. */
export function providersOf(entries: readonly Entry[], resource: string): readonly Provider[] {
  const first = entries.find(({ resources }) => resources.some((one) => selects(one, resource)))
  return first?.providers ?? ['identity']
}

function selects(text: string, resource: string): boolean {
  if (text === '*.*') return true
  if (!text.startsWith('*.')) return text === resource
  // Behind the first dot stands the group, and the core group has no name.
  const dot = resource.indexOf('.')
  return text.slice(2) === (dot < 0 ? '' : resource.slice(dot + 1))
}

/** The names of the keys of which one must stand beside what is written; none where it is written as it is. */
export function writersOf(providers: readonly Provider[]): readonly string[] {
  const [first = 'identity'] = providers
  return first === 'identity' ? [] : first.keys
}

/** Whether these providers read what was written under the key of that name, or as it is. */
export function reads(providers: readonly Provider[], writtenBy: string | undefined): boolean {
  return providers.some((one) =>
    one === 'identity' ? writtenBy === undefined : writtenBy !== undefined && one.keys.includes(writtenBy),
  )
}
