import { becomesTrue, expect, rulesOf, says, seeing, test } from '#kit'
import { silence, times } from '#mocks/container-runtime/index.ts'
import { agentFlagRow as flagRow } from '../../../shared/flags/place.ts'
import { podObject, sharedAgentFixture } from '../fixture.ts'

const { must } = rulesOf({ program: 'node-agent' })

const happensWithinMs = 15_000
const limitMs = 2_000
const slackMs = 1_500
// Long enough for a node agent to retry after a failure.
const triesAgainWithinMs = 25_000

const agentWithTimeout = sharedAgentFixture(() => ({
  flags: { '--runtime-request-timeout': `${limitMs}ms` },
}))

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
      'to start a container': seeing(['runtime-time-out-not-of-starts'], {
        method: 'StartContainer',
        answers: { startContainer: times(1, silence) },
      } as const),
    }

    test
      .for(requests)('cancels and repeats a request %s without a response', async ({ method, answers }) => {
        const { api, runtime } = await agentWithTimeout()
        const earlierCount = runtime.asked(method).length
        runtime.answer(answers)
        podCount += 1
        api.hand.create(podObject(`late-${podCount}`))
        const made = () => runtime.asked(method).slice(earlierCount)

        expect(await becomesTrue(() => made().length > 0, happensWithinMs), 'the request is made').toBe(true)
        // An agent may give sandboxes twice the time.
        const isOver = () => made()[0]?.outcome !== undefined
        expect(await becomesTrue(isOver, 2 * limitMs + slackMs), 'the request is over').toBe(true)
        expect(made()[0]?.outcome?.status).toBe('CANCELLED')
        expect(await becomesTrue(() => made().length > 1, triesAgainWithinMs), 'it is repeated').toBe(true)
      })
      .sees('runtime-time-out-ignored', 'failed-pods-not-retried')
  },
)
