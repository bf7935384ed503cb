import { resolve } from 'node:path'
import type { Product, StoredRun } from '../../run/product.ts'

/** Returns the runs in these directories, each with the path that the user gave. */
export async function readStoredRuns(paths: readonly string[], product: Product): Promise<StoredRun[]> {
  const reports = await product.reports()
  return Promise.all(paths.map(async (path) => ({ path, events: await reports.read(resolve(path)) })))
}
