import { becomesTrue, currentCheck, expect, becomesTrueSoon, rulesOf, says, test } from '#kit'
import { hold, silence, times } from '#mocks/container-runtime/index.ts'
import { agentFlagRow as flagRow } from '../../../shared/flags/place.ts'
import {
  nodeExists,
  manifest,
  podObject,
  waitForRunning,
  runPod,
  sharedAgentWithoutApi,
  sharedAgentFixture,
  startAgentFixture,
} from '../fixture.ts'

const program = 'node-agent'

const { must } = rulesOf({ document: 3, section: 'Errors', program })

const happensWithinMs = 15_000
const limitMs = 2_000
const slackMs = 1_500
// Long enough for a node agent to retry after a failure.
const triesAgainWithinMs = 25_000

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

const fixtureWithCommands = sharedAgentFixture(() => ({
  flags: { '--runtime-request-timeout': `${limitMs}ms`, '--enable-debugging-handlers': true },
}))
const fixtureWithStall = sharedAgentFixture(() => ({
  flags: { '--runtime-request-timeout': `${limitMs}ms` },
  prepare: (runtime) => runtime.answer({ createContainer: times(1, silence) }),
}))

must('agent.runtime.time-out', { row: 'node agent: runtime request time-out', waits: true }, () => {
  says('A request to the runtime that exceeds --runtime-request-timeout is cancelled, and made again later.')
  const requestedAtOf = async (index: number) => {
    const agentFixture = await fixtureWithStall()
    if (agentFixture.api.hand.get({ resource: 'pods', name: 'stalled' }) === undefined)
      agentFixture.api.hand.create(podObject('stalled'))
    const createRequest = () => agentFixture.runtime.asked('CreateContainer')[index]
    await becomesTrue(() => createRequest() !== undefined, index === 0 ? happensWithinMs : triesAgainWithinMs)
    return createRequest
  }
  test(
    {
      title: 'cancels a request that takes longer than the flag permits',
      id: 'cancels a request that takes too long',
    },
    async () => {
      const firstRequest = await requestedAtOf(0)
      expect(firstRequest()).toBeDefined()
      expect(await becomesTrue(() => firstRequest()?.outcome !== undefined, limitMs + slackMs)).toBe(true)
      const tookMs = (firstRequest()?.outcome?.atMs ?? 0) - (firstRequest()?.atMs ?? 0)
      expect(firstRequest()?.outcome?.status).toBe('CANCELLED')
      expect(tookMs).toBeGreaterThan(limitMs / 2)
    },
  ).sees('runtime-time-out-ignored')

  test({ title: 'repeats a cancelled request', id: 'makes it again' }, async () => {
    expect((await requestedAtOf(1))()).toBeDefined()
  }).sees('failed-pods-not-retried')

  test(
    {
      title: 'cancels a request about an image that takes longer than the flag permits',
      id: 'cancels a request about an image that takes too long, as well',
    },
    async () => {
      await requestedAtOf(1)
      const { api, runtime } = await fixtureWithStall()
      runtime.answer({ imageStatus: times(1, silence) })
      const image = 'registry.example/stalled:1'
      api.hand.create(podObject('imageless', {}, { image }))
      const statusRequest = () =>
        runtime.asked('ImageStatus').find(({ request }) => request.image?.image === image)
      expect(await becomesTrue(() => statusRequest() !== undefined, happensWithinMs)).toBe(true)
      expect(await becomesTrue(() => statusRequest()?.outcome !== undefined, limitMs + slackMs)).toBe(true)
      expect(statusRequest()?.outcome?.status).toBe('CANCELLED')
    },
  ).sees('runtime-time-out-not-of-images', 'runtime-time-out-ignored')
})

must(
  'agent.runtime.time-out-of-pulls',
  { ...flagRow('--runtime-request-timeout', 'pulls'), waits: true },
  () => {
    says('--runtime-request-timeout does not limit how long images are pulled.')
    test(
      {
        title: 'waits longer than the flag permits for the pull of an image',
        id: 'waits longer for an image',
      },
      async () => {
        const agentFixture = await startAgentFixture({
          flags: { '--runtime-request-timeout': `${limitMs}ms` },
        })
        const heldPull = hold()
        agentFixture.runtime.answer({ pullImage: heldPull.answer })
        agentFixture.api.hand.create(podObject('pulled'))
        expect(await becomesTrue(() => heldPull.held > 0, happensWithinMs)).toBe(true)
        expect(await becomesTrueSoon(() => heldPull.held === 0, limitMs + slackMs)).toBe(false)
        heldPull.release()
      },
    ).sees('pulls-time-out')
  },
)

must(
  'agent.runtime.time-out-of-commands',
  { ...flagRow('--runtime-request-timeout', 'commands'), waits: true },
  () => {
    says('--runtime-request-timeout does not limit how long commands run in containers.')
    test(
      {
        title: 'waits longer than the flag permits for a command in a container',
        id: 'waits longer for a command',
      },
      async () => {
        currentCheck().needs('agent-debugging')
        const agentFixture = await fixtureWithCommands()
        const { agent, runtime } = agentFixture
        expect(await runPod(agentFixture, podObject('busy')), 'a pod that runs').toBeDefined()
        const heldCommand = hold()
        runtime.answer({ execSync: heldCommand.answer })
        const command = agent.send('/run/default/busy/app?cmd=work', { method: 'POST' })
        expect(await becomesTrue(() => heldCommand.held > 0, happensWithinMs), 'the runtime runs it').toBe(
          true,
        )
        expect(
          await becomesTrueSoon(() => heldCommand.held === 0, limitMs + slackMs),
          'the request has ended',
        ).toBe(false)
        heldCommand.release()
        expect(await command).toMatchObject({ status: 200, body: expect.stringContaining('work') })
      },
    ).sees('commands-time-out')
  },
)
