import { becomesTrue, becomesTrueSoon, expect, rulesOf, says, test } from '#kit'
import { type ApiAnswer, fail, hangUp, Refusal } from '#mocks/api-server/index.ts'
import { podObject, runPod, sharedAgentFixture, startsInTime } from '../fixture.ts'

const { must } = rulesOf({
  document: 3,
  section: 'What the service does',
  program: 'node-agent',
  waits: true,
})

const outageFixture = sharedAgentFixture(() => ({}))
const fails: Readonly<Record<string, ApiAnswer>> = {
  'responds with an error status': fail(503),
  'does not respond': hangUp,
}
const requestsWithinMs = 20_000
const keepsRunningForMs = 3_000
// Node agents wait longer and longer while the API server does not respond.
const recoversWithinMs = 45_000
const minRequests = 3

let outageCount = 0

must('agent.pods.outage', { row: 'node agent: pods', aspect: 'outages', limitMs: 180_000 }, () => {
  says('Pods keep running while the API server fails, and then those run that it has.')
  test
    .for(fails)(
      { title: 'keeps pods running while the API server %s, and follows it later', id: 'while-it-%s' },
      async (failure) => {
        const agentFixture = await outageFixture()
        const { api, runtime } = agentFixture
        outageCount += 1
        const [stays, leaves, comes] = ['stays', 'leaves', 'comes'].map((name) => `${name}-${outageCount}`)
        const spec = { terminationGracePeriodSeconds: 1 }
        const staying = await runPod(agentFixture, podObject(stays!, spec))
        const leaving = await runPod(agentFixture, podObject(leaves!, spec))
        expect([staying, leaving]).not.toContain(undefined)
        const isStopped = (id: string | undefined) =>
          runtime.asked('StopContainer').some(({ request }) => request.containerId === id)
        const outage = api.on({}, failure)
        api.endWatches()
        api.cut()
        const hasFailed = () =>
          outage.asked.filter(({ path }) => path.endsWith('/pods')).length >= minRequests
        expect(await becomesTrue(hasFailed, requestsWithinMs), 'requests that fail').toBe(true)
        api.hand.remove({ resource: 'pods', name: leaves! })
        api.hand.create(podObject(comes!, spec))
        const isEitherStopped = () => isStopped(staying?.id) || isStopped(leaving?.id)
        expect(await becomesTrueSoon(isEitherStopped, keepsRunningForMs), 'an end in the outage').toBe(false)
        outage.end()
        expect(await startsInTime(runtime, comes!, recoversWithinMs), 'a new pod').toBe(true)
        expect(await becomesTrue(() => isStopped(leaving?.id), recoversWithinMs), 'a deleted pod ends').toBe(
          true,
        )
        expect(isStopped(staying?.id), 'the end of a pod that stays').toBe(false)
      },
    )
    .sees('failed-list-is-empty', 'pods-deleted-in-outage-kept')
})

must(
  'agent.pods.expired-watches',
  { row: 'node agent: pods', aspect: 'expired watches', limitMs: 180_000 },
  () => {
    says('Pods of the API server are followed although their watch has expired.')
    test({ title: 'runs and ends pods after the watches have expired', id: 'expired' }, async () => {
      const agentFixture = await outageFixture()
      const { api, runtime } = agentFixture
      const spec = { terminationGracePeriodSeconds: 1 }
      const before = await runPod(agentFixture, podObject('before-expiry', spec))
      expect(before, 'a container of the pod').toBeDefined()
      api.compact()
      api.endWatches({}, new Refusal(410, 'too old resource version', 'Expired'))
      api.hand.create(podObject('after-expiry', spec))
      expect(await startsInTime(runtime, 'after-expiry', recoversWithinMs), 'a new pod').toBe(true)
      api.hand.remove({ resource: 'pods', name: 'before-expiry' })
      const isStopped = () =>
        runtime.asked('StopContainer').some(({ request }) => request.containerId === before?.id)
      expect(await becomesTrue(isStopped, recoversWithinMs), 'the end of a deleted pod').toBe(true)
    }).sees('expired-watch-not-repeated')
  },
)
