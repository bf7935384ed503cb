import { becomesTrue } from '#kit'
import type { CaseResult, Disagreement } from '#kit/generate.ts'
import type { Flags } from '#kit/launch.ts'
import { type ContainerRuntime, ContainerState } from '#mocks/container-runtime/index.ts'
import { containersOf } from '../../3-command-line-flags/node-agent/fixture.ts'
import { agentOutcome } from '../../shared/node-agent.ts'
import { type PodsCase, podNames, sources } from './model.ts'
import { keyOf, versionsAfter, unchangedKeys } from './oracle.ts'
import { imageOf, createSourcePlaces, type Places } from './places.ts'

// Longest wait after a round, because a previous pod of the same name may have to end first.
const settlesWithinMs = 45_000
const keys = sources.flatMap((source) => podNames.map((pod) => keyOf({ source, pod })))

/** Runs all cases on one node agent, round by round. The agent restarts if any case requires a restart. */
export async function judgePods(cases: readonly PodsCase[]): Promise<readonly CaseResult[]> {
  await using places = await createSourcePlaces()
  const disagreements: Disagreement[][] = cases.map(() => [])
  const roundCount = Math.max(...cases.map(({ rounds }) => rounds.length))
  let nextRound = 0
  while (nextRound < roundCount && disagreements.every(({ length }) => length === 0)) {
    const firstRound = nextRound
    let runtime: ContainerRuntime | undefined
    const startResult = await agentOutcome(
      {
        flags: places.flags as Flags,
        prepare: (own) => {
          runtime = own
        },
      },
      async () => {
        if (firstRound > 0) await compare(cases, firstRound - 1, runtime, disagreements)
        for (; nextRound < roundCount && disagreements.every(({ length }) => length === 0); nextRound++) {
          if (nextRound > firstRound && cases.some(({ rounds }) => rounds[nextRound]?.restarts)) return
          await playRound(cases, nextRound, places, runtime, disagreements)
        }
      },
    )
    if (startResult.outcome === 'ready') continue
    const actual = { outcome: startResult.outcome, stderr: startResult.stderr.trim().slice(-600) }
    disagreements[0]?.push({ asked: cases[0], expected: { outcome: 'ready' }, actual })
  }
  return disagreements.map((disagreements) => ({ disagreements }))
}

async function playRound(
  cases: readonly PodsCase[],
  index: number,
  places: Places,
  runtime: ContainerRuntime | undefined,
  foundDisagreements: readonly Disagreement[][],
): Promise<void> {
  const containersBefore = cases.map((testCase, at) =>
    unchangedKeys(testCase, index).map((key) => ({
      key,
      id: runningContainers(runtime, nameOf(at, key))[0]?.id,
    })),
  )
  for (const [at, { rounds }] of cases.entries())
    for (const action of rounds[index]?.actions ?? []) places.put(nameOf(at, keyOf(action)), action)
  await compare(cases, index, runtime, foundDisagreements)
  for (const [at, own] of containersBefore.entries())
    for (const { key, id } of own) {
      const currentId = runningContainers(runtime, nameOf(at, key))[0]?.id
      if (currentId !== id)
        foundDisagreements[at]?.push({
          asked: cases[at],
          expected: `${key} is unchanged, and goes on`,
          actual: 'it was restarted',
        })
    }
}

/** Waits until each case has the containers that the model expects after a round. */
async function compare(
  cases: readonly PodsCase[],
  index: number,
  runtime: ContainerRuntime | undefined,
  foundDisagreements: readonly Disagreement[][],
): Promise<void> {
  const expected = cases.map((one) => {
    const versions = versionsAfter(one, index + 1)
    return Object.fromEntries(
      keys.map((key) => [key, versions[key] === undefined ? [] : [imageOf(versions[key])]]),
    )
  })
  const actual = () =>
    cases.map((_, at) =>
      Object.fromEntries(
        keys.map((key) => [key, runningContainers(runtime, nameOf(at, key)).map(({ image }) => image)]),
      ),
    )
  const expectedText = JSON.stringify(expected)
  await becomesTrue(() => JSON.stringify(actual()) === expectedText, settlesWithinMs)
  for (const [at, seen] of actual().entries())
    if (JSON.stringify(seen) !== JSON.stringify(expected[at]))
      foundDisagreements[at]?.push({
        asked: { ...cases[at], afterRound: index },
        expected: expected[at],
        actual: seen,
      })
}

const nameOf = (at: number, key: string): string => `drawn${at}-${key}`

function runningContainers(
  runtime: ContainerRuntime | undefined,
  name: string,
): { id: string; image: string }[] {
  if (runtime === undefined) return []
  return containersOf(runtime, name)
    .filter(({ state }) => state === ContainerState.CONTAINER_RUNNING)
    .map(({ id, image }) => ({
      id,
      image: runtime.images.all.find((one) => one.id === image.id)?.tags[0] ?? '',
    }))
}
