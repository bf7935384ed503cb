import { becomesTrue, expect, becomesTrueSoon } from '#kit'
import { requireFields } from '../field.ts'
import type { ManagerFixture } from '../fixture.ts'
import { recyclerPod, recycledAtMs, failRecyclerPod, longestGap, maxRetryField } from './recyclers.ts'

const retriedWithinMs = 30_000

interface RecyclingFixture {
  readonly fixture: () => Promise<ManagerFixture>
  readonly maxRetries: number
}

/** Fails each pod that cleans a volume, and expects the configured number of further pods. */
export async function expectRetries(
  { fixture: request, maxRetries }: RecyclingFixture,
  sort: 'NFS' | 'HostPath',
): Promise<void> {
  requireFields(maxRetryField)
  const { api } = await request()
  await recyclerPod(api, sort, 1)
  const failAndCount = () => {
    failRecyclerPod(api, sort, 1)
    return recycledAtMs(api, sort, 1).length
  }
  // A program may increase the wait between retries.
  await becomesTrue(() => failAndCount() > maxRetries, retriedWithinMs)
  const quietMs = 2_000 + 3 * longestGap(recycledAtMs(api, sort, 1))
  await becomesTrueSoon(() => failAndCount() > maxRetries + 1, quietMs)

  expect(recycledAtMs(api, sort, 1)).toHaveLength(1 + maxRetries)
}
