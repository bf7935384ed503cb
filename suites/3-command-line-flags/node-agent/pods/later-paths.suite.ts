import { join } from 'node:path'
import { becomesTrue, currentCheck, expect, rulesOf, says, test } from '#kit'
import { makeWorkspace, removeWorkspace, writePrivate } from '#kit/launch.ts'
import type { ContainerRuntime } from '#mocks/container-runtime/index.ts'
import { startAgent } from '../../../shared/node-agent.ts'
import { agentFlagRow as flagRow } from '../../../shared/flags/place.ts'
import { podObject, startsInTime } from '../fixture.ts'

const { must } = rulesOf({ program: 'node-agent' })

const looksWithinMs = 10_000
const runsWithinMs = 20_000

must('agent.pods.later-paths', flagRow('--pod-manifest-path', 'a path that comes later'), () => {
  says('The pods of a path that does not exist at the start run once it exists.')
  test
    .for({ 'a directory': 'pods', 'a file': 'pod.yaml' })(
      { title: 'runs the pod of %s that comes after the start', id: 'later-%s' },
      async (name) => {
        const directory = makeWorkspace('later')
        currentCheck().defer(async () => removeWorkspace(directory))
        let runtime: ContainerRuntime | undefined
        const path = join(directory, name)
        await startAgent({
          flags: { '--pod-manifest-path': { path }, '--file-check-frequency': '1s' },
          prepare: (own) => (runtime = own),
        })
        // The node agent looks for its pods from then on.
        await becomesTrue(() => (runtime?.asked('ListPodSandbox').length ?? 0) > 1, looksWithinMs)
        const pod = podObject('later', { nodeName: undefined })
        writePrivate(name === 'pods' ? join(path, 'later.yaml') : path, JSON.stringify(pod))
        expect(await startsInTime(runtime!, 'later', runsWithinMs)).toBe(true)
      },
    )
    .sees('later-paths-ignored')
})
