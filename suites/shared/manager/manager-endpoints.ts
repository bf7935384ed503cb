import { becomesTrue, expect } from '#kit'
import type { ControllerManager } from '#harness/programs/controller-manager.ts'

/** Paths of profiles. The block profile fills over time. */
export const profiles = {
  index: '/debug/pprof/',
  blocking: '/debug/pprof/block?debug=1',
  recordsWithinMs: 6_000,
} as const

/** Returns the usual profiles below the index that a manager serves. */
export async function profilesBelow(manager: ControllerManager): Promise<readonly string[]> {
  const paths = ['heap', 'goroutine', 'cmdline', 'symbol', 'profile?seconds=1'].map(
    (name) => `${profiles.index}${name}`,
  )
  const responses = await Promise.all(
    paths.map(async (path) => ({ path, status: await statusOf(manager, path) })),
  )
  return responses.filter(({ status }) => status > 0 && status < 400).map(({ path }) => path)
}

/** Returns the configured port of a manager. */
export function portOf({ url }: ControllerManager): number {
  return Number(new URL(url).port)
}

/** Returns the status of a response; 0 without a response. */
export async function statusOf(manager: ControllerManager, path: string): Promise<number> {
  try {
    return (await manager.get(path)).status
  } catch {
    return 0
  }
}

/**
 * Reports whether a manager's profile contains a blocking operation. Without recording the profile contains at most a
 * header.
 */
export async function isRecorded(manager: ControllerManager): Promise<boolean> {
  const { status, body } = await manager.get(profiles.blocking)
  const lines = body.split('\n').filter((line) => /\d/.test(line))
  return status === 200 && (lines.length > 1 || body.startsWith('{'))
}

/** Expects that a manager records no blocking operation, while a manager with recording enabled does. */
export async function expectUnrecorded(
  manager: ControllerManager,
  recording: ControllerManager,
): Promise<void> {
  const isOtherRecorded = await becomesTrue(() => isRecorded(recording), profiles.recordsWithinMs)
  expect(isOtherRecorded, 'where it is true').toBe(true)
  expect(await isRecorded(manager), 'where it is false').toBe(false)
}
