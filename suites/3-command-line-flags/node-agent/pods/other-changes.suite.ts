import { join } from 'node:path'
import { becomesTrue, expect, rulesOf, says, seeing, test } from '#kit'
import { writePrivate } from '#kit/launch.ts'
import { ContainerState } from '#mocks/container-runtime/index.ts'
import { containersOf, podObject } from '../fixture.ts'
import { files, server, sourceFixture } from './source-fixture.ts'

const { must } = rulesOf({
  document: 3,
  section: 'What the service does',
  program: 'node-agent',
  waits: true,
})

// Longest wait for a change, because the previous pod may have to end first.
const settlesWithinMs = 45_000
const image = 'registry.example/app:1'

type Containers = readonly { readonly name: string; readonly command: readonly string[] }[]
const [app, other, second] = [
  { name: 'app', command: ['serve'] },
  { name: 'app', command: ['serve', 'others'] },
  { name: 'second', command: ['serve'] },
]

const changes = {
  'another command': seeing(['changes-of-other-fields-ignored'], { from: [app], to: [other] }),
  'a further container': seeing(['added-containers-ignored'], { from: [app], to: [app, second] }),
  'one container less': seeing(['removed-containers-kept'], { from: [app, second], to: [app] }),
}

const sources = {
  'a file': async (pod: { readonly metadata?: { readonly name?: string } }) =>
    writePrivate(join(await files(), 'pods', `${pod.metadata?.name}.yaml`), JSON.stringify(pod)),
  'the URL': async (pod: object) => (await server()).setPods([pod]),
}

/** Returns the commands of the running containers of a pod. */
async function runningCommands(pod: string): Promise<readonly string[]> {
  const { runtime } = await sourceFixture()
  return containersOf(runtime, pod)
    .filter(({ state }) => state === ContainerState.CONTAINER_RUNNING)
    .map(({ config: { metadata, command } }) => `${metadata?.name}: ${command.join(' ')}`)
    .toSorted()
}

let podCount = 0

must(
  'agent.pods.other-changes',
  { row: 'node agent: sources of pod specifications', aspect: 'changes of other fields', limitMs: 180_000 },
  () => {
    says('The containers that run are those of the latest specification, whatever has changed in it.')
    for (const [words, put] of Object.entries(sources))
      test.for(changes)(
        { title: `runs a pod of ${words} with %s`, id: `${words}-%s` },
        async ({ from, to }) => {
          podCount += 1
          const name = `other-${podCount}`
          for (const containers of [from, to] as readonly Containers[]) {
            const spec = { nodeName: undefined, terminationGracePeriodSeconds: 1 }
            await put(podObject(name, { ...spec, containers: containers.map((one) => ({ image, ...one })) }))
            const expected = containers.map(({ name: own, command }) => `${own}: ${command.join(' ')}`)
            const isAsExpected = async () => (await runningCommands(name)).join() === expected.join()
            await becomesTrue(isAsExpected, settlesWithinMs)
            expect(await runningCommands(name)).toEqual(expected)
          }
        },
      )
  },
)
