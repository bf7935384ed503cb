import { becomesTrue, monitorJitter, expect, becomesTrueSoon, meanGapMs, rulesOf, says, test } from '#kit'
import { ContainerState } from '#mocks/container-runtime/index.ts'
import { agentFlagRow as flagRow } from '../../../shared/flags/place.ts'
import { containersOf, podObject, startsInTime } from '../fixture.ts'
import { headerValues } from './manifest-server.ts'
import { fileEveryMs, server, urlEveryMs, sourceFixture } from './source-fixture.ts'

const program = 'node-agent'

const { must } = rulesOf({ document: 3, section: 'What the service does', program })

const stopsWithinMs = 15_000
// Long enough for the next read of the files.
const keepsRunningForMs = fileEveryMs + 1_000
const runningState = ContainerState.CONTAINER_RUNNING

/** Reports whether the containers of a running pod end. */
async function becomesStopped(pod: string): Promise<boolean> {
  const { runtime } = await sourceFixture()
  const ids = containersOf(runtime, pod).map(({ id }) => id)
  const stoppedIds = () => runtime.asked('StopContainer').map(({ request }) => request.containerId)
  return becomesTrue(() => stoppedIds().some((id) => ids.includes(id)), stopsWithinMs)
}

must('agent.pods.sources', ['node agent: sources of pod specifications', 'node agent: pods'], () => {
  says('Pods come from the API server, from files and from a URL, all at once.')
  test('runs a pod that the API server gives to the node', async () => {
    const { api, runtime } = await sourceFixture()
    api.hand.create(podObject('by-api'))
    expect(await startsInTime(runtime, 'by-api')).toBe(true)
  }).sees('api-pods-not-run')

  test('runs no pod of another node', async () => {
    const { api, runtime } = await sourceFixture()
    api.hand.create(podObject('elsewhere', { nodeName: 'node-z' }))
    api.hand.create(podObject('here'))
    expect(await startsInTime(runtime, 'here')).toBe(true)
    expect(containersOf(runtime, 'elsewhere')).toEqual([])
  }).sees('api-pods-not-run')

  test('runs the pod of a file', async () => {
    expect(await startsInTime((await sourceFixture()).runtime, 'first')).toBe(true)
  }).sees('bad-manifest-stops-all')

  test(
    {
      title: 'keeps the pod of a file running when pods of the API server arrive',
      id: 'goes on with the pod of a file when pods of the API server have come',
    },
    async () => {
      const { api, runtime } = await sourceFixture()
      expect(await startsInTime(runtime, 'first')).toBe(true)
      for (const name of ['come-one', 'come-two']) {
        api.hand.create(podObject(name))
        expect(await startsInTime(runtime, name)).toBe(true)
      }
      const hasEnded = () => containersOf(runtime, 'first').some(({ state }) => state !== runningState)
      expect(await becomesTrueSoon(hasEnded, keepsRunningForMs)).toBe(false)
      expect(await startsInTime(runtime, 'come-one')).toBe(true)
    },
  ).sees('sources-replace-each-other')

  test('runs the pod of the URL', async () => {
    expect(await startsInTime((await sourceFixture()).runtime, 'by-url')).toBe(true)
  }).sees('manifest-url-ignored')
})

must('agent.pods.url-frequency', flagRow('--http-check-frequency', 'behaviour'), () => {
  says('The URL is polled every --http-check-frequency, and pods that it no longer has end.')
  test({ title: 'requests the URL again', id: 'asks again' }, async () => {
    monitorJitter()
    await sourceFixture()
    const { requests: journal } = await server()
    expect(await becomesTrue(() => journal.length >= 4, 4 * urlEveryMs + stopsWithinMs / 2)).toBe(true)
    // Uses the mean interval, because a late request is soon followed by the next.
    const gapMs = meanGapMs(journal.map(({ atMs }) => atMs))
    expect(gapMs).toBeGreaterThan(urlEveryMs / 2)
    expect(gapMs).toBeLessThan(urlEveryMs * 2)
  }).sees('http-check-frequency-ignored')

  test(
    { title: 'ends a pod that the URL no longer returns', id: 'ends a pod that the URL has no longer' },
    async () => {
      const { runtime } = await sourceFixture()
      expect(await startsInTime(runtime, 'by-url')).toBe(true)
      ;(await server()).setPods([])
      expect(await becomesStopped('by-url')).toBe(true)
    },
  ).sees('url-read-once')

  test(
    {
      title: 'runs a pod that the URL returns again after failed responses',
      id: 'runs a pod that the URL has again, after responses that failed',
    },
    async () => {
      const { runtime } = await sourceFixture()
      const manifests = await server()
      const pod = podObject('again-by-url', { nodeName: undefined })
      manifests.setPods([pod])
      expect(await startsInTime(runtime, 'again-by-url')).toBe(true)
      manifests.setPods([])
      expect(await becomesStopped('again-by-url')).toBe(true)
      manifests.fail()
      const requestsBefore = manifests.requests.length
      expect(await becomesTrue(() => manifests.requests.length > requestsBefore + 1, stopsWithinMs)).toBe(
        true,
      )
      manifests.setPods([pod])
      expect(await startsInTime(runtime, 'again-by-url')).toBe(true)
    },
  ).sees('url-given-up', 'url-former-pods-not-run')
})

must('agent.pods.url-headers', flagRow('--manifest-url-header', 'behaviour'), () => {
  says('Each header of --manifest-url-header goes to the URL; those of one name in the order given.')
  const sentHeaders = async (name: string): Promise<string[]> => {
    await sourceFixture()
    const { requests: journal } = await server()
    await becomesTrue(() => journal.length > 0, stopsWithinMs)
    return journal[0] === undefined ? [] : headerValues(journal[0], name)
  }
  test({ title: 'sends the header of the flag to the URL', id: 'sends a header' }, async () => {
    expect(await sentHeaders('X-One')).toEqual(['1'])
  }).sees('manifest-headers-not-sent')

  test(
    { title: 'sends the values with the same name in order', id: 'sends the values of one name in order' },
    async () => {
      expect(await sentHeaders('X-Two')).toEqual(['first', 'second:part'])
    },
  ).sees('manifest-headers-last-wins')

  test({ title: 'sends the headers with each later request', id: 'later' }, async () => {
    await sourceFixture()
    const { requests: journal } = await server()
    expect(await becomesTrue(() => journal.length > 2, stopsWithinMs), 'later requests').toBe(true)
    const values = ['X-One', 'X-Two'].map((name) => journal.map((request) => headerValues(request, name)))
    expect(values).toEqual([journal.map(() => ['1']), journal.map(() => ['first', 'second:part'])])
  }).sees('manifest-headers-sent-once', 'manifest-headers-last-wins')
})
