import { counted, type Counted, type QuotaCase } from './model.ts'

/** Number of objects by resource. */
export type Usage = Readonly<Record<Counted, number>>

/** Returns the usage after a number of rounds: the objects that exist, whatever usage was written in between. */
export function usageAfter({ rounds }: QuotaCase, count: number): Usage {
  const existing = new Set<string>()
  for (const action of rounds.slice(0, count).flat()) {
    if (!('object' in action)) continue
    const key = `${action.resource} ${action.object}`
    if (action.exists) existing.add(key)
    else existing.delete(key)
  }
  const of = (resource: Counted): number =>
    [...existing].filter((key) => key.startsWith(`${resource} `)).length
  return Object.fromEntries(counted.map((resource) => [resource, of(resource)])) as Record<Counted, number>
}
