import { becomesTrue, becomesTrueSoon, expect, rulesOf, says, seeing, test } from '#kit'
import type { ApiObject } from '#mocks/api-server/index.ts'
import { agentFlagRow as flagRow } from '../../../shared/flags/place.ts'
import { podObject, startsInTime, waitForRunning } from '../fixture.ts'
import type { ManifestServer } from './manifest-server.ts'
import { server, sourceFixture, urlEveryMs } from './source-fixture.ts'
import { yamlPod } from '../yaml-pod.ts'

const { must } = rulesOf({ program: 'node-agent', limitMs: 120_000 })

const pollsWithinMs = 15_000
const keepsRunningForMs = 2 * urlEveryMs

const podOf = (name: string): ApiObject => podObject(name, { nodeName: undefined })

/** Returns a list of pods in YAML. */
function yamlListOf(names: readonly string[]): string {
  const items = names.map((name) => yamlPod(name).trimEnd().replaceAll('\n', '\n    '))
  return ['apiVersion: v1', 'kind: PodList', 'items:', ...items.map((item) => `  - ${item}`), ''].join('\n')
}

must('agent.pods.url-forms', flagRow('--manifest-url', 'forms'), () => {
  says('The URL returns pod specifications as JSON or YAML: one pod, or a list of pods.')
  test
    .for({
      'one pod in JSON': seeing(['single-pods-of-url-not-run'], {
        text: JSON.stringify(podOf('one-json')),
        pods: ['one-json'],
      }),
      'one pod in YAML': seeing(['single-pods-of-url-not-run', 'yaml-of-url-not-parsed'], {
        text: yamlPod('one-yaml'),
        pods: ['one-yaml'],
      }),
      'a list of pods in YAML': seeing(['yaml-of-url-not-parsed'], {
        text: yamlListOf(['first-yaml', 'second-yaml']),
        pods: ['first-yaml', 'second-yaml'],
      }),
    })({ title: 'runs %s', id: 'form-%s' }, async ({ text, pods }) => {
      const { runtime } = await sourceFixture()
      ;(await server()).setText(text)
      for (const pod of pods) expect(await startsInTime(runtime, pod), pod).toBe(true)
    })
    .sees('manifest-url-ignored', 'url-read-once')
})

const failures: Readonly<Record<string, (server: ManifestServer) => void>> = {
  'have an error status': (one) => one.fail('status'),
  'are cut off': (one) => one.fail('hang-up'),
  'cannot be parsed': (one) => one.setText('{ kind: ['),
}

must('agent.pods.url-fails', flagRow('--http-check-frequency', 'failed responses'), () => {
  says('Pods of the URL keep running while its responses fail, and the pods of a later response run.')
  test
    .for(Object.fromEntries(Object.entries(failures).map(([words, fail]) => [words, { words, fail }])))(
      { title: 'keeps a pod running while responses %s', id: 'while-they-%s' },
      async ({ words, fail }) => {
        const { runtime } = await sourceFixture()
        const manifests = await server()
        const [name, later] = ['kept-by-url', 'later-by-url'].map(
          (prefix) => `${prefix}-${words.split(' ').at(-1)}`,
        ) as [string, string]
        manifests.setPods([podOf(name)])
        const container = await waitForRunning(runtime, name)
        expect(container, 'a container of the pod').toBeDefined()
        const isStopped = () =>
          runtime.asked('StopContainer').some(({ request }) => request.containerId === container?.id)
        const requestCount = manifests.requests.length
        fail(manifests)
        const hasFailed = () => manifests.requests.length > requestCount + 2
        expect(await becomesTrue(hasFailed, pollsWithinMs), 'requests that fail').toBe(true)
        expect(await becomesTrueSoon(isStopped, keepsRunningForMs), 'an end of the pod').toBe(false)
        manifests.setPods([podOf(name), podOf(later)])
        expect(await startsInTime(runtime, later), 'the pod of a later response').toBe(true)
        expect(isStopped(), 'an end of the pod').toBe(false)
      },
    )
    .sees('failed-url-has-no-pods', 'url-given-up')
})
