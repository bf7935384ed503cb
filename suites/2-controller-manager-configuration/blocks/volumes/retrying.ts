import { comesTrue, expect, happens } from '#kit'
import { demandFields } from '../field.ts'
import { cleaner, cleanedAtMs, failCleaner, longestGap, retries, type worlds } from './recyclers.ts'

const retriedWithinMs = 30_000

type RecyclingWorld = (typeof worlds)[keyof typeof worlds]

/** Fails each pod that cleans a volume, and expects as many more as the configuration states. */
export async function expectRetries({ seen, most }: RecyclingWorld, sort: 'NFS' | 'HostPath'): Promise<void> {
  demandFields(retries)
  const { api } = await seen()
  await cleaner(api, sort, 1)
  const failing = () => {
    failCleaner(api, sort, 1)
    return cleanedAtMs(api, sort, 1).length
  }
  // A program may wait longer before each retry than before the previous one.
  await comesTrue(() => failing() > most, retriedWithinMs)
  const quietMs = 2_000 + 3 * longestGap(cleanedAtMs(api, sort, 1))
  await happens(() => failing() > most + 1, quietMs)

  expect(cleanedAtMs(api, sort, 1)).toHaveLength(1 + most)
}
