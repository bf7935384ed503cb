import type { ApiServer } from '#mocks/api-server/index.ts'
import { sharedFixture } from '../fixture.ts'
import { putScaled, type ScaledPod, type Target } from './scaled-pods.ts'
import { initializationPeriod, periodField, readiness, tolerance, windowField } from './fields.ts'

/** Targets of resource usage. */
export const targets = {
  'CPU utilization': { resource: 'cpu', kind: 'Utilization' },
  'an average CPU value': { resource: 'cpu', kind: 'AverageValue' },
  'memory utilization': { resource: 'memory', kind: 'Utilization' },
  'an average memory value': { resource: 'memory', kind: 'AverageValue' },
  'CPU utilization of a container': { resource: 'cpu', kind: 'Utilization', ofContainer: true },
  'an average CPU value of a container': { resource: 'cpu', kind: 'AverageValue', ofContainer: true },
  'memory utilization of a container': { resource: 'memory', kind: 'Utilization', ofContainer: true },
} as const satisfies Readonly<Record<string, Target>>
export type TargetName = keyof typeof targets
/** Names of the targets, as a table of checks. */
export const names: Readonly<Record<string, TargetName>> = Object.fromEntries(
  Object.keys(targets).map((name) => [name, name as TargetName]),
)

/** Window of both programs, in milliseconds. */
export const windowMs = 4_000

const equalPods = (podCount: number, load: number): readonly ScaledPod[] =>
  Array.from({ length: podCount }, () => ({ load }))
/** Two pods, of which one is busy and started 100 seconds ago. */
const startedAndBusyPods: readonly ScaledPod[] = [
  { load: 1 },
  { load: 5, unready: { startedAgoS: 100, lastChangeS: 60 } },
]
/** Returns two pods, of which one is busy and last changed its readiness a minute after its start. */
const readyAndBusyPods = (isReady: boolean): readonly ScaledPod[] => [
  { load: 1 },
  { load: 5, unready: { startedAgoS: 2_000, lastChangeS: 60 }, isReady },
]

const podsByName = {
  'much-more': equalPods(1, 3),
  'a-little-more': equalPods(1, 1.16),
  'a-little-less': equalPods(6, 0.82),
  'hardly-more': equalPods(1, 1.08),
  idle: equalPods(4, 0.2),
  unready: readyAndBusyPods(false),
  ready: readyAndBusyPods(true),
  started: startedAndBusyPods,
} as const

/** Returns the namespace of an arrangement for a target. */
export const namespaceOf = (name: TargetName, arrangement: keyof typeof podsByName) =>
  `${name.replaceAll(' ', '-').toLowerCase()}-${arrangement}`

const targetFixture = (share: number, delay: string, period: string) =>
  sharedFixture(() => ({
    blocks: ['HPAController'],
    fields: {
      [periodField]: '1s',
      [windowField]: `${windowMs}ms`,
      [tolerance]: share,
      [initializationPeriod]: period,
      [readiness]: delay,
    },
    watchedResources: ['horizontalpodautoscalers', 'pods'],
    prepareApi: putScaledObjects,
  }))

/**
 * Program with a wide tolerance, a short delay and a short initialization period, and program with a narrow tolerance,
 * a long delay and a long initialization period.
 */
export const targetFixtures = {
  wide: targetFixture(0.2, '2s', '50s'),
  narrow: targetFixture(0.05, '90s', '150s'),
} as const

function putScaledObjects(api: ApiServer): void {
  for (const [name, target] of Object.entries(targets))
    for (const [arrangement, pods] of Object.entries(podsByName))
      putScaled(api, namespaceOf(name as TargetName, arrangement as keyof typeof podsByName), pods, target)
}
