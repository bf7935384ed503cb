import { becomesTrue, currentCheck, monitorJitter, expect, rulesOf, says, test } from '#kit'
import { type ContainerRuntime, hold } from '#mocks/container-runtime/index.ts'
import { agentFlagRow as flagRow } from '../../../shared/flags/place.ts'
import { podObject, runPod, startAgentFixture } from '../fixture.ts'

const program = 'node-agent'

const { must } = rulesOf({ program })

const happensWithinMs = 15_000
const slackMs = 1_500

/**
 * Assigns pods with one image each to an agent whose runtime blocks every pull, and returns the number of concurrent
 * pulls.
 */
async function concurrentPulls(isSerial: boolean): Promise<number> {
  const agentFixture = await startAgentFixture({ flags: { '--serialize-image-pulls': isSerial } })
  const heldPulls = hold()
  agentFixture.runtime.answer({ pullImage: heldPulls.answer })
  for (const name of ['one', 'two', 'three'])
    agentFixture.api.hand.create(podObject(name, {}, { image: `registry.example/${name}:1` }))
  await becomesTrue(() => heldPulls.held > 1, isSerial ? slackMs * 2 : happensWithinMs)
  heldPulls.release()
  return heldPulls.mostHeld
}

must(
  'agent.runtime.serial-pulls',
  { ...flagRow('--serialize-image-pulls', 'behaviour'), waits: true },
  () => {
    says('With --serialize-image-pulls images are pulled one at a time.')
    test(
      {
        title: 'pulls several images at a time when the flag is false',
        id: 'pulls several at a time when it is false',
      },
      async () => {
        expect(await concurrentPulls(false)).toBeGreaterThan(1)
      },
    ).sees('pulls-always-serial')

    test(
      { title: 'pulls one image at a time when the flag is true', id: 'pulls one at a time when it is true' },
      async () => {
        expect(await concurrentPulls(true)).toBe(1)
      },
    ).sees('pulls-side-by-side')
  },
)

const pods = ['a', 'b', 'c', 'd', 'e', 'f']
// Pods of which the last is pulled after four seconds at the default rate.
const podNames = Array.from({ length: 21 }, (_, index) => `pod-${index}`)
const defaultPerSecond = 5
const maxShareOfDefault = 0.75

/**
 * Returns the times of image pulls since the first pull, in milliseconds, for pods with different images. Waits for
 * `count` pulls.
 */
async function pullTimes(
  { qps, burst }: { readonly qps: number; readonly burst: number },
  count: number,
  withinMs: number,
  names = pods,
): Promise<number[]> {
  monitorJitter()
  const agentFixture = await startAgentFixture({
    flags: { '--registry-qps': qps, '--registry-burst': burst, '--serialize-image-pulls': false },
  })
  for (const name of names)
    agentFixture.api.hand.create(podObject(name, {}, { image: `registry.example/${name}:1` }))
  await becomesTrue(() => pullTimesOf(agentFixture.runtime).length > 0, happensWithinMs)
  await becomesTrue(() => pullTimesOf(agentFixture.runtime).length >= count, withinMs)
  const pullTimesMs = pullTimesOf(agentFixture.runtime)
  currentCheck().observe('milliseconds from the first pull', pullTimesMs.map(Math.round))
  return pullTimesMs
}

function pullTimesOf(runtime: ContainerRuntime): number[] {
  const requestTimes = runtime.asked('PullImage').map(({ atMs }) => atMs)
  return requestTimes.map((atMs) => atMs - (requestTimes[0] ?? 0))
}

const windowMs = 3_000

must('agent.runtime.pull-rate', { ...flagRow('--registry-qps', 'behaviour'), waits: true }, () => {
  says(
    'Images are pulled at most as often as --registry-qps says, after a burst of --registry-burst; 0 is no limit.',
  )
  test({ title: 'pulls without limit when the rate is 0', id: 'pulls without limit for 0' }, async () => {
    const pullTimesMs = await pullTimes({ qps: 0, burst: 1 }, podNames.length, happensWithinMs, podNames)
    expect(pullTimesMs).toHaveLength(podNames.length)
    const defaultDurationMs = ((podNames.length - 1) / defaultPerSecond) * 1_000
    expect(pullTimesMs.at(-1)).toBeLessThan(defaultDurationMs * maxShareOfDefault)
  }).sees('pull-rate-zero-is-slow')

  test('pulls no more than the burst and the rate permit', async () => {
    const pullTimesMs = await pullTimes({ qps: 1, burst: 2 }, pods.length, windowMs)
    const withinRateByPull = pullTimesMs.map((atMs, index) => index + 1 <= 2 + atMs / 1000 + 1)
    expect(withinRateByPull).not.toEqual([])
    expect(withinRateByPull.every(Boolean)).toBe(true)
  }).sees('pull-rate-ignored')
})

must('agent.runtime.pull-burst', { ...flagRow('--registry-burst', 'behaviour'), waits: true }, () => {
  says('As many images as --registry-burst says are pulled at once.')
  test(
    { title: 'pulls as many images at once as the burst permits', id: 'pulls so many at once' },
    async () => {
      const burst = pods.length - 1
      const lastPullMs = await pullTimes({ qps: 1, burst }, burst, happensWithinMs)
      const untilLastMs = lastPullMs[burst - 1] ?? Infinity
      // Sequential pulls would take a second each.
      expect(untilLastMs, 'milliseconds until as many were asked for').toBeLessThan((burst - 1) * 500)
    },
  ).sees('pull-burst-is-one')
})

must('agent.runtime.present-images', flagRow('--container-runtime-endpoint', 'images'), () => {
  says('An image that is there is not pulled, one that is not is.')
  test(
    {
      title: 'pulls only a missing image',
      id: 'pulls an image that is not there, and none that is',
    },
    async () => {
      const agentFixture = await startAgentFixture({
        prepare: ({ images }) => void images.add({ name: 'registry.example/there:1' }),
      })
      const presentImage = { image: 'registry.example/there:1' }
      expect(await runPod(agentFixture, podObject('there', {}, presentImage))).toBeDefined()
      expect(await runPod(agentFixture, podObject('not-there'))).toBeDefined()
      const images = agentFixture.runtime.asked('PullImage').map(({ request }) => request.image?.image)
      expect(images).toEqual(['registry.example/app:1'])
    },
  ).sees('pulls-what-is-there')
})
