import { HarnessError, rulesOf, samplesWithin, says, test } from '#kit'
import type { ObservedEnding } from './ending.ts'
import type { SampledKind } from './samplers.ts'
import { endingModel, type EndingName, endings, type Kind, kinds, type State, states } from '../model.ts'
import { atOnceMs, rejectMachineJitter } from '../samples.ts'
import { scenarioOptions } from '../scenarios.ts'
import { recordedEnding } from './recorded-endings.ts'

const { unspecified } = rulesOf({ document: 3, section: 'States and transitions', capability: 'objects' })

interface Period {
  readonly fromMs: number
  readonly toMs: number
}

/** Returns the states of an ending according to the documents. */
function statesOf(recording: ObservedEnding): Partial<Record<State, Period>> {
  const { readyAtMs, signalAtMs, drainAtMs, endedAtMs, ending } = recording
  return {
    serving: { fromMs: readyAtMs, toMs: signalAtMs },
    ...(ending.delayMs !== undefined && { delaying: { fromMs: signalAtMs, toMs: drainAtMs } }),
    draining: { fromMs: drainAtMs, toMs: endedAtMs },
  }
}

/** Returns the intervals of the requests in flight, or the watches, of a kind. */
function openIntervals(recording: ObservedEnding, kind: Kind): readonly { fromMs: number; toMs: number }[] {
  return [
    ...recording.holds
      .filter(({ name }) => name.endsWith(`the ${kind} holds`))
      .map(({ confirmedAtMs, end }) => ({ fromMs: confirmedAtMs, toMs: end?.atMs ?? Infinity })),
    ...recording.watches
      .filter(({ transport }) => `watch over ${transport}` === kind)
      .map(({ openedAtMs, end }) => ({ fromMs: openedAtMs, toMs: end?.atMs ?? Infinity })),
  ]
}

/**
 * Returns the number of observations of a request kind in a state: samples, or requests that were open in the state.
 */
function countSamples(recording: ObservedEnding, kind: Kind, { fromMs, toMs }: Period): number {
  const sampler = recording.samplers.get(kind as SampledKind)
  if (sampler !== undefined) return samplesWithin(sampler.samples, fromMs, toMs).length
  return openIntervals(recording, kind).filter((one) => one.fromMs < toMs && one.toMs > fromMs).length
}

/** Reports whether nothing of a kind remained to observe in a state, because the server had ended it or had exited. */
function hasNoneLeft(recording: ObservedEnding, kind: Kind, { fromMs, toMs }: Period): boolean {
  const intervals = openIntervals(recording, kind)
  const isOver = intervals.length > 0 && intervals.every((one) => one.toMs <= fromMs)
  return isOver || (recording.exit !== undefined && toMs - fromMs < atOnceMs)
}

unspecified(
  'lifecycle.model.ending',
  { ...scenarioOptions, row: 'Other transitions', aspect: 'coverage' },
  () => {
    says('Every documented combination of state, kind of request and flags is tested.')
    test(
      {
        title: 'records which combinations of state and kind have observations',
        id: 'observes which cells were seen',
      },
      async (check) => {
        const names = Object.keys(endings) as EndingName[]
        const allRecordings = await Promise.all(names.map(recordedEnding))
        for (const recordedEnding of allRecordings) rejectMachineJitter(recordedEnding)
        const cells = new Map<string, number>()
        for (const recordedEnding of allRecordings) {
          for (const [state, lasting] of Object.entries(statesOf(recordedEnding))) {
            for (const kind of kinds)
              cells.set(
                cellOf(state as State, kind, recordedEnding.name),
                countSamples(recordedEnding, kind, lasting),
              )
          }
        }
        const distinguishedCells = allRecordings.flatMap((recording) =>
          endingModel
            .filter((row) => row.appliesTo(recording.ending))
            .flatMap(({ state, kinds: mentioned }) =>
              mentioned
                .filter((kind) => isRecorded(recording, kind))
                .map((kind) => {
                  const interval = statesOf(recording)[state]
                  const isGone = interval === undefined || hasNoneLeft(recording, kind, interval)
                  return { cell: cellOf(state, kind, recording.name), gone: isGone }
                }),
            ),
        )
        const visitedCells = [...cells].filter(([, times]) => times > 0).map(([cell]) => cell)
        const unvisitedCells = distinguishedCells.filter(({ cell }) => !visitedCells.includes(cell))
        const missingCells = unvisitedCells.filter(({ gone }) => !gone).map(({ cell }) => cell)
        check.observe('states × kinds × flag sets', states.length * kinds.length * names.length)
        check.observe('cells that were seen', visitedCells.length)
        check.observe('cells that the documents tell apart', distinguishedCells.length)
        check.observe(
          'cells of these that the server left nothing of',
          unvisitedCells.map(({ cell }) => cell),
        )
        check.observe('looks per cell', Object.fromEntries([...cells].filter(([, times]) => times > 0)))
        if (missingCells.length > 0)
          throw new HarnessError('untestable', `Nothing was seen of ${missingCells.join('; ')}.`)
      },
    )
  },
)

/** Reports whether the script of an ending contains a kind of request. */
function isRecorded({ ending, samplers }: ObservedEnding, kind: Kind): boolean {
  if (samplers.has(kind as SampledKind)) return ending.holds !== undefined || ending.delayMs !== undefined
  return kind.startsWith('watch') ? ending.watches === true : ending.holds?.includes(kind as never) === true
}

function cellOf(state: State, kind: Kind, flags: string): string {
  return `${state}, ${kind}, ${flags}`
}
