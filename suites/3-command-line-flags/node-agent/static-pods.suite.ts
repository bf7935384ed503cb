import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { becomesTrue, currentCheck, expect, rulesOf, says, shared, test } from '#kit'
import { makeWorkspace, removeWorkspace, writePrivate } from '#kit/launch.ts'
import type { ContainerRuntime } from '#mocks/container-runtime/index.ts'
import { startAgent } from '../../shared/node-agent.ts'
import { yamlPod } from './yaml-pod.ts'
import { agentFlagRow as flagRow } from '../../shared/flags/place.ts'

const { must } = rulesOf({ program: 'node-agent', overlaps: true })

const manifests = shared(
  async () => {
    const directory = makeWorkspace('manifests')
    mkdirSync(join(directory, 'pods'))
    writePrivate(join(directory, 'pods', 'a.yaml'), yamlPod('alpha'))
    for (const [file, name] of Object.entries({ 'b.json': 'beta', '.c.yaml': 'hidden' }))
      writePrivate(join(directory, 'pods', file), JSON.stringify(pod(name)))
    return directory
  },
  async (directory) => removeWorkspace(directory),
)

function pod(name: string): object {
  const containers = [{ name: 'app', image: 'registry.example/app:1', command: ['serve'] }]
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name }, spec: { containers } }
}

const runsWithinMs = 15_000

/** Returns the names of the running sandboxes once a number of containers has started, or after the longest wait. */
async function runningPods(containers: number): Promise<readonly string[]> {
  let runtime: ContainerRuntime | undefined
  const path = join(await manifests(), 'pods')
  await startAgent({
    flags: { '--pod-manifest-path': { path } },
    prepare: (own) => (runtime = own),
  })
  await becomesTrue(() => (runtime?.asked('StartContainer').length ?? 0) >= containers, runsWithinMs)
  const names =
    runtime?.asked('RunPodSandbox').map(({ request }) => request.config?.metadata?.name ?? '') ?? []
  currentCheck().observe('names of the sandboxes', names.toSorted())
  return names
}

must('agent.pods.files', flagRow('--pod-manifest-path', 'files'), () => {
  says('The pods of the files below --pod-manifest-path run; files whose names begin with a dot are ignored.')
  test('runs the pods of YAML and JSON files', async () => {
    const names = (await runningPods(2)).map((name) => /^(alpha|beta)/.exec(name)?.[0] ?? 'another')
    expect(names.filter((name) => name !== 'another').toSorted()).toEqual(['alpha', 'beta'])
  }).sees('static-pods-not-run', 'yaml-of-files-not-parsed')

  test('does not run the pod of a dot file', async () => {
    const names = await runningPods(2)
    expect(names.map((name) => name.startsWith('hidden'))).toEqual([false, false])
  }).sees('dot-files-run')
})
