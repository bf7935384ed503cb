import {
  becomesTrue,
  becomesTrueSoon,
  currentCheck,
  expect,
  nowMs,
  rulesOf,
  says,
  seeing,
  test,
  untilMoment,
} from '#kit'
import { hold, silence, times } from '#mocks/container-runtime/index.ts'
import { agentFlagRow as flagRow } from '../../../shared/flags/place.ts'
import { podObject, runPod, sharedAgentFixture, waitForRunning } from '../fixture.ts'

const { must } = rulesOf({ document: 3, section: 'Errors', program: 'node-agent' })

const happensWithinMs = 15_000
const limitMs = 2_000
const slackMs = 1_500
// Long enough for a node agent to retry after a failure.
const triesAgainWithinMs = 25_000

const sharedAgent = sharedAgentFixture(() => ({
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

let podCount = 0

must(
  'agent.runtime.time-out-of-each',
  { ...flagRow('--runtime-request-timeout', 'each request'), waits: true },
  () => {
    says(
      'Each request of a start of a pod is cancelled after --runtime-request-timeout, and made again later.',
    )
    const requests = {
      'to run a sandbox': seeing(['runtime-time-out-not-of-sandboxes'], {
        method: 'RunPodSandbox',
        answers: { runPodSandbox: times(1, silence) },
      } as const),
      'to start a container': seeing(['runtime-time-out-not-of-starts', 'failed-starts-not-repeated'], {
        method: 'StartContainer',
        answers: { startContainer: times(1, silence) },
      } as const),
    }

    test
      .for(requests)('cancels and repeats a request %s without a response', async ({ method, answers }) => {
        const { api, runtime } = await sharedAgent()
        const earlierCount = runtime.asked(method).length
        runtime.answer(answers)
        podCount += 1
        const pod = `late-${podCount}`
        api.hand.create(podObject(pod))
        const made = () => runtime.asked(method).slice(earlierCount)

        expect(await becomesTrue(() => made().length > 0, happensWithinMs), 'the request is made').toBe(true)
        // An agent may give sandboxes twice the time.
        const isOver = () => made()[0]?.outcome !== undefined
        expect(await becomesTrue(isOver, 2 * limitMs + slackMs), 'the request is over').toBe(true)
        expect(made()[0]?.outcome?.status).toBe('CANCELLED')
        expect(await waitForRunning(runtime, pod, triesAgainWithinMs), 'a container of the pod').toBeDefined()
      })
      .sees('runtime-time-out-ignored', 'failed-pods-not-retried')
  },
)

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
        const { api, runtime } = await sharedAgent()
        const heldPull = hold()
        runtime.answer({ pullImage: heldPull.answer })
        api.hand.create(podObject('pulled', {}, { image: 'registry.example/held:1' }))
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
        const agentFixture = await sharedAgent()
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

    test({ title: 'transfers the data of a stream longer than the flag permits', id: 'stream' }, async () => {
      currentCheck().needs('agent-streams')
      const agentFixture = await sharedAgent()
      expect(await runPod(agentFixture, podObject('streaming')), 'a pod that runs').toBeDefined()
      const stream = await agentFixture.agent.stream(
        '/exec/default/streaming/app?command=serve&input=1&output=1',
      )
      currentCheck().defer(async () => stream.leave())
      expect(await stream.echoes('first', happensWithinMs)).toBe(true)
      await untilMoment(nowMs() + limitMs + slackMs, 'the time of the flag has passed')
      expect(await stream.echoes('later', happensWithinMs)).toBe(true)
    }).sees('streams-time-out')
  },
)
