import { expect } from '#harness/check/expect.ts'
import { comesTrue } from '#harness/machine/until.ts'
import type { ControllerManager } from '#harness/programs/controller-manager.ts'

/** Where profiles are served; what is recorded of blocking fills with time. */
export const profiles = {
  index: '/debug/pprof/',
  blocking: '/debug/pprof/block?debug=1',
  recordsWithinMs: 6_000,
} as const

/** Which of the profiles below the index a manager serves, of those that are usual. */
export async function profilesBelow(manager: ControllerManager): Promise<readonly string[]> {
  const paths = ['heap', 'goroutine', 'cmdline', 'symbol', 'profile?seconds=1'].map(
    (name) => `${profiles.index}${name}`,
  )
  const seen = await Promise.all(paths.map(async (path) => ({ path, status: await statusOf(manager, path) })))
  return seen.filter(({ status }) => status > 0 && status < 400).map(({ path }) => path)
}

/** The port that a manager was told to serve at. */
export function portOf({ url }: ControllerManager): number {
  return Number(new URL(url).port)
}

/** The status of an answer; 0 where there is none. */
export async function statusOf(manager: ControllerManager, path: string): Promise<number> {
  try {
    return (await manager.get(path)).status
  } catch {
    return 0
  }
}

/** Whether a manager serves something that blocked; one that records nothing has a header at most. */
export async function isRecorded(manager: ControllerManager): Promise<boolean> {
  const { status, body } = await manager.get(profiles.blocking)
  const lines = body.split('\n').filter((line) => /\d/.test(line))
  return status === 200 && (lines.length > 1 || body.startsWith('{'))
}

/** That a manager records nothing that blocked, while another one, which is told to, does. */
export async function expectUnrecorded(
  manager: ControllerManager,
  recording: ControllerManager,
): Promise<void> {
  const isSeen = await comesTrue(() => isRecorded(recording), profiles.recordsWithinMs)
  expect(isSeen, 'where it is true').toBe(true)
  expect(await isRecorded(manager), 'where it is false').toBe(false)
}
