import { becomesTrue } from '#kit'
import type { CaseResult, Disagreement } from '#kit/generate.ts'
import type { Flags } from '#kit/launch.ts'
import { type ContainerRuntime, ContainerState } from '#mocks/container-runtime/index.ts'
import { containersOf } from '../../3-command-line-flags/node-agent/fixture.ts'
import { agentOutcome } from '../../shared/node-agent.ts'
import { type PodsCase, podNames, sources } from './model.ts'
import { keyOf, runningAfter, unchangedIn } from './oracle.ts'
import { imageOf, openPlaces, type Places } from './places.ts'

// A previous pod of the same name may have to end first.
const settlesWithinMs = 45_000
const keys = sources.flatMap((source) => podNames.map((pod) => keyOf({ source, pod })))

/** Plays all cases on one node agent, round by round. It restarts if any of them requires that. */
export async function judgePods(cases: readonly PodsCase[]): Promise<readonly CaseResult[]> {
  await using places = await openPlaces()
  const found: Disagreement[][] = cases.map(() => [])
  const last = Math.max(...cases.map(({ rounds }) => rounds.length))
  let next = 0
  while (next < last && found.every((own) => own.length === 0)) {
    const first = next
    let runtime: ContainerRuntime | undefined
    const outcome = await agentOutcome(
      {
        flags: places.flags as Flags,
        prepare: (own) => {
          runtime = own
        },
      },
      async () => {
        if (first > 0) await compare(cases, first - 1, runtime, found)
        for (; next < last && found.every((own) => own.length === 0); next++) {
          if (next > first && cases.some(({ rounds }) => rounds[next]?.restarts)) return
          await playRound(cases, next, places, runtime, found)
        }
      },
    )
    if (outcome.outcome === 'ready') continue
    const actual = { outcome: outcome.outcome, stderr: outcome.stderr.trim().slice(-600) }
    found[0]?.push({ asked: cases[0], expected: { outcome: 'ready' }, actual })
  }
  return found.map((disagreements) => ({ disagreements }))
}

async function playRound(
  cases: readonly PodsCase[],
  index: number,
  places: Places,
  runtime: ContainerRuntime | undefined,
  found: readonly Disagreement[][],
): Promise<void> {
  const before = cases.map((one, at) =>
    unchangedIn(one, index).map((key) => ({ key, id: running(runtime, nameOf(at, key))[0]?.id })),
  )
  for (const [at, { rounds }] of cases.entries())
    for (const action of rounds[index]?.actions ?? []) places.put(nameOf(at, keyOf(action)), action)
  await compare(cases, index, runtime, found)
  for (const [at, own] of before.entries())
    for (const { key, id } of own) {
      const now = running(runtime, nameOf(at, key))[0]?.id
      if (now !== id)
        found[at]?.push({
          asked: cases[at],
          expected: `${key} is unchanged, and goes on`,
          actual: 'it was restarted',
        })
    }
}

/** Waits until the containers of each case are those that the model expects after a round. */
async function compare(
  cases: readonly PodsCase[],
  index: number,
  runtime: ContainerRuntime | undefined,
  found: readonly Disagreement[][],
): Promise<void> {
  const expected = cases.map((one) => {
    const versions = runningAfter(one, index + 1)
    return Object.fromEntries(
      keys.map((key) => [key, versions[key] === undefined ? [] : [imageOf(versions[key])]]),
    )
  })
  const actual = () =>
    cases.map((_, at) =>
      Object.fromEntries(
        keys.map((key) => [key, running(runtime, nameOf(at, key)).map(({ image }) => image)]),
      ),
    )
  const wanted = JSON.stringify(expected)
  await becomesTrue(() => JSON.stringify(actual()) === wanted, settlesWithinMs)
  for (const [at, seen] of actual().entries())
    if (JSON.stringify(seen) !== JSON.stringify(expected[at]))
      found[at]?.push({ asked: { ...cases[at], afterRound: index }, expected: expected[at], actual: seen })
}

const nameOf = (at: number, key: string): string => `drawn${at}-${key}`

function running(runtime: ContainerRuntime | undefined, name: string): { id: string; image: string }[] {
  if (runtime === undefined) return []
  return containersOf(runtime, name)
    .filter(({ state }) => state === ContainerState.CONTAINER_RUNNING)
    .map(({ id, image }) => ({
      id,
      image: runtime.images.all.find((one) => one.id === image.id)?.tags[0] ?? '',
    }))
}
