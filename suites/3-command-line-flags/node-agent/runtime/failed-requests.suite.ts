import { expect, type NamedCases, rulesOf, says, seeing, test } from '#kit'
import { fail, type RuntimeAnswers, times } from '#mocks/container-runtime/index.ts'
import { podObject, sharedAgentFixture, waitForRunning } from '../fixture.ts'

const { must } = rulesOf({
  document: 3,
  section: 'What the service does',
  program: 'node-agent',
  waits: true,
})

const failingFixture = sharedAgentFixture(() => ({}))
// Node agents wait before they try again.
const triesAgainWithinMs = 45_000
const failsOnce = times.bind(undefined, 1)
const failure = fail('UNKNOWN', 'no such device')

const requests: NamedCases<Partial<RuntimeAnswers>> = {
  'to run a sandbox': { runPodSandbox: failsOnce(failure) },
  'for the presence of an image': { imageStatus: failsOnce(failure) },
  'to pull an image': seeing(['failed-pulls-not-repeated'], { pullImage: failsOnce(failure) }),
  'to create a container': { createContainer: failsOnce(failure) },
  'to start a container': seeing(['failed-starts-not-repeated'], { startContainer: failsOnce(failure) }),
}

let podCount = 0

must(
  'agent.pods.failed-requests',
  { row: 'node agent: pods', aspect: 'failed requests', limitMs: 120_000 },
  () => {
    says('A pod runs although a request of its start to the runtime failed once.')
    test
      .for(requests)({ title: 'runs a pod after a failed request %s', id: 'after-%s' }, async (answers) => {
        const { api, runtime } = await failingFixture()
        runtime.answer(answers)
        podCount += 1
        const pod = `retried-${podCount}`
        api.hand.create(podObject(pod, {}, { image: `registry.example/${pod}:1` }))
        expect(await waitForRunning(runtime, pod, triesAgainWithinMs)).toBeDefined()
        const failed = runtime.journal.filter(({ outcome }) => outcome?.status === 'UNKNOWN')
        expect(failed).toHaveLength(podCount)
      })
      .sees('failed-pods-not-retried')
  },
)
