import { becomesTrue, expect, rulesOf, says, test } from '#kit'
import { agentFlagRow as flagRow } from '../../../shared/flags/place.ts'
import {
  nodeExists,
  manifest,
  podObject,
  waitForRunning,
  runPod,
  sharedAgentWithoutApi,
  sharedAgentFixture,
} from '../fixture.ts'

const { must } = rulesOf({ program: 'node-agent' })

const happensWithinMs = 15_000

const withCidr = sharedAgentFixture(() => ({ flags: { '--pod-cidr': '10.78.0.0/24' } }))
const splitEndpointAgent = sharedAgentWithoutApi(() => ({
  flags: (runtime) => ({
    '--image-service-endpoint': { path: runtime.imagesUrl },
    '--pod-cidr': '10.77.0.0/24',
    '--pod-manifest-path': manifest('split'),
  }),
}))

must('agent.runtime.image-endpoint', flagRow('--image-service-endpoint', 'behaviour'), () => {
  says('Image requests go to --image-service-endpoint, all others to --container-runtime-endpoint.')
  test({ title: 'requests images at the endpoint of the flag', id: 'asks for images there' }, async () => {
    const { runtime } = await splitEndpointAgent()
    expect(await waitForRunning(runtime, 'split')).toBeDefined()
    const sockets = (method: 'ImageStatus' | 'PullImage' | 'RunPodSandbox') => [
      ...new Set(runtime.asked(method).map(({ socket }) => socket)),
    ]
    expect(sockets('PullImage')).toEqual(['images'])
    expect(sockets('RunPodSandbox')).toEqual(['runtime'])
  }).sees('image-endpoint-ignored')

  test
    .for({
      'the presence of an image': 'ImageStatus',
      'the file system of images': 'ImageFsInfo',
    } as const)(
      { title: 'requests %s at the endpoint of the flag alone', id: 'alone-%s' },
      async (method) => {
        const { runtime } = await splitEndpointAgent()
        expect(await waitForRunning(runtime, 'split')).toBeDefined()
        const sockets = () => runtime.asked(method).map(({ socket }) => socket)
        await becomesTrue(() => sockets().length > 0, happensWithinMs)
        expect([...new Set(sockets())]).toEqual(['images'])
      },
    )
    .sees('image-endpoint-ignored', 'image-endpoint-of-pulls-alone')

  test(
    {
      title: 'requests images at the endpoint of the runtime without the flag',
      id: 'requests images from the other endpoint without it',
    },
    async () => {
      const agentFixture = await withCidr()
      expect(await runPod(agentFixture, podObject('pulled'))).toBeDefined()
      expect(agentFixture.runtime.asked('PullImage').map(({ socket }) => socket)).not.toEqual([])
      expect(agentFixture.runtime.asked('PullImage').map(({ socket }) => socket)).not.toContain('images')
    },
  ).sees('image-endpoint-guessed')
})

must('agent.runtime.pod-cidr', flagRow('--pod-cidr', 'behaviour'), () => {
  says('An agent that stands alone has its pods within --pod-cidr.')
  test({ title: 'reports the range to the runtime', id: 'tells the runtime' }, async () => {
    const { runtime } = await splitEndpointAgent()
    expect(await becomesTrue(() => runtime.facts.podCidr === '10.77.0.0/24', happensWithinMs)).toBe(true)
  }).sees('pod-cidr-not-told')

  test(
    { title: 'reports no range to the runtime with an API server', id: 'does not count with an API server' },
    async () => {
      const { api, runtime } = await withCidr()
      expect(await becomesTrue(() => nodeExists(api), happensWithinMs)).toBe(true)
      expect(await runPod(await withCidr(), podObject('addressed'))).toBeDefined()
      const ranges = runtime
        .asked('UpdateRuntimeConfig')
        .map(({ request }) => request.runtimeConfig?.networkConfig?.podCidr)
      expect(ranges).not.toContain('10.78.0.0/24')
    },
  ).sees('pod-cidr-with-an-api')
})
