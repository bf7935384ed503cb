import { countedResources, type Counted, type QuotaCase } from './model.ts'

/** Number of objects by resource. */
export type ResourceUsage = Readonly<Record<Counted, number>>

/** Returns the usage after a number of rounds: the number of existing objects, regardless of written usages. */
export function usageAfter({ rounds }: QuotaCase, count: number): ResourceUsage {
  const existingObjects = new Set<string>()
  for (const action of rounds.slice(0, count).flat()) {
    if (!('object' in action)) continue
    const key = `${action.resource} ${action.object}`
    if (action.exists) existingObjects.add(key)
    else existingObjects.delete(key)
  }
  const countOf = (resource: Counted): number =>
    [...existingObjects].filter((key) => key.startsWith(`${resource} `)).length
  return Object.fromEntries(countedResources.map((resource) => [resource, countOf(resource)])) as Record<
    Counted,
    number
  >
}
