import { becomesTrue, expect, rulesOf, says, test } from '#kit'
import { type RuntimeAnswers, type RuntimeMethod, silence, times } from '#mocks/container-runtime/index.ts'
import { agentFlagRow as flagRow } from '../../../shared/flags/place.ts'
import { podObject, runPod, sharedAgentFixture } from '../fixture.ts'

const { must } = rulesOf({ program: 'node-agent', waits: true, limitMs: 120_000 })

const limitMs = 4_000
const slackMs = 1_500
// Stops of containers have the grace period in addition, which is 2 s at least.
const graceMs = 2_000
const happensWithinMs = 20_000
const madeAgainWithinMs = 30_000

const limitedFixture = sharedAgentFixture(() => ({
  flags: { '--runtime-request-timeout': `${limitMs}ms` },
}))

interface LimitedRequest {
  readonly method: RuntimeMethod
  readonly answers: Partial<RuntimeAnswers>
  /** True if only the end of a pod causes the request. */
  readonly isOfEnd?: boolean
}

const requests: Readonly<Record<string, LimitedRequest>> = {
  'for the status of the runtime': { method: 'Status', answers: { status: times(1, silence) } },
  'for the list of containers': { method: 'ListContainers', answers: { listContainers: times(1, silence) } },
  'for the list of sandboxes': {
    method: 'ListPodSandbox',
    answers: { listPodSandbox: times(1, silence) },
  },
  'to stop a container': {
    method: 'StopContainer',
    answers: { stopContainer: times(1, silence) },
    isOfEnd: true,
  },
  'to stop a sandbox': {
    method: 'StopPodSandbox',
    answers: { stopPodSandbox: times(1, silence) },
    isOfEnd: true,
  },
}

let podCount = 0

must(
  'agent.runtime.time-out-of-others',
  flagRow('--runtime-request-timeout', 'requests that start no pod'),
  () => {
    says('Requests that end pods, and those that observe the runtime, have the timeout as well.')
    test
      .for(requests)(
        { title: 'cancels and repeats a request %s without a response', id: 'limited-%s' },
        async ({ method, answers, isOfEnd }) => {
          const agentFixture = await limitedFixture()
          const { api, runtime } = agentFixture
          podCount += 1
          const pod = `limited-${podCount}`
          const spec = { terminationGracePeriodSeconds: 1 }
          const container = await runPod(agentFixture, podObject(pod, spec))
          expect(container, 'a container of the pod').toBeDefined()
          const earlierCount = runtime.asked(method).length
          runtime.answer(answers)
          if (isOfEnd) api.hand.remove({ resource: 'pods', name: pod })
          const made = () => runtime.asked(method).slice(earlierCount)
          expect(await becomesTrue(() => made().length > 0, happensWithinMs), 'the request is made').toBe(
            true,
          )
          const isOver = () => made()[0]?.outcome !== undefined
          expect(await becomesTrue(isOver, limitMs + graceMs + slackMs), 'the request is over').toBe(true)
          expect(made()[0]?.outcome?.status).toBe('CANCELLED')
          // A node agent may end a container by its sandbox.
          const isRepeated = () => made().length > 1 || (isOfEnd === true && container?.ending !== undefined)
          expect(await becomesTrue(isRepeated, madeAgainWithinMs), 'it is made again').toBe(true)
        },
      )
      .sees('runtime-time-out-of-starts-alone', 'runtime-time-out-ignored')
  },
)
