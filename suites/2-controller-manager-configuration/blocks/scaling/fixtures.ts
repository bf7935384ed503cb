import type { ApiServer } from '#mocks/api-server/index.ts'
import { sharedFixture } from '../fixture.ts'
import { initializationPeriod, periodField, readiness, tolerance, windowField } from './fields.ts'
import { behaviorWithoutWindow, putScaled } from './scaled-pods.ts'

/** Returns pods of which only one is busy: its load would double the number of replicas. */
const busyStartingPod = (startedAgoS: number, lastChangeS: number) => [
  { load: 1 },
  { load: 5, unready: { startedAgoS, lastChangeS } },
]

const scalingFixture = (
  settings: readonly [periodMs: number, windowMs: number, tolerance: number, init: string, delay: string],
) =>
  sharedFixture(() => ({
    blocks: ['HPAController'],
    fields: {
      [periodField]: `${settings[0]}ms`,
      [windowField]: `${settings[1]}ms`,
      [tolerance]: settings[2],
      [initializationPeriod]: settings[3],
      [readiness]: settings[4],
    },
    watchedResources: ['horizontalpodautoscalers', 'pods'],
    prepareApi: putScaledObjects,
  }))

/** Programs with two values of each field. */
export const fixtures = {
  first: scalingFixture([1_000, 4_000, 0.2, '50s', '2s']),
  second: scalingFixture([2_000, 6_000, 0.05, '150s', '90s']),
} as const

function putScaledObjects(api: ApiServer): void {
  const idlePods = Array.from({ length: 4 }, () => ({ load: 0.2 }))
  putScaled(api, 'idle', idlePods)
  putScaled(api, 'idle-with-behavior', idlePods, undefined, behaviorWithoutWindow)
  putScaled(
    api,
    'a-little-less',
    Array.from({ length: 6 }, () => ({ load: 0.82 })),
  )
  putScaled(api, 'a-little-more', [{ load: 1.16 }])
  putScaled(api, 'hardly-more', [{ load: 1.08 }])
  putScaled(api, 'much-more', [{ load: 3 }])
  putScaled(api, 'put-back', [{ load: 3 }])
  putScaled(api, 'started-100-s-ago', busyStartingPod(100, 60))
  putScaled(api, 'started-200-s-ago', busyStartingPod(200, 95))
  putScaled(api, 'changed-after-5-s', busyStartingPod(2_000, 5))
  putScaled(api, 'changed-after-60-s', busyStartingPod(2_000, 60))
}
