import { expect } from '#harness/check/expect.ts'
import { says, test } from '#harness/check/rule.ts'
import { rulesOf } from '#harness/check/rules-of.ts'
import { doubtJitterMeanwhile } from '#harness/observe/doubt.ts'
import { until, untilMoment } from '#harness/machine/until.ts'
import { checkApi, startManager } from '../../shared/controller-manager.ts'
import { deployment } from '../../shared/manager/objects.ts'
import { workerName } from '../../shared/manager/work.ts'

const { must } = rulesOf({ document: 2, section: 'GenericControllerManagerConfiguration', overlaps: true })
const qps = 5
const burst = 4
// What a clock and a moment of rest may add to a count.
const countSlack = 2
const objects = 30
const withinMs = 40_000

/** When one controller wrote, with more to write than it may, in so many milliseconds from its first write on; oldest first. */
async function writesOf(least: number, lookMs: number): Promise<readonly number[]> {
  const api = await checkApi()
  for (let number = 0; number < objects; number++) api.hand.create(deployment(`backlog-${number}`))
  const manager = await startManager({
    api,
    configuration: { Generic: { ClientConnection: { qps, burst } } },
    beside: { Generic: { Controllers: [workerName('deployments')] } },
  })
  doubtJitterMeanwhile(manager.processId)
  const writes = () =>
    api.journal.filter(({ verb, resource }) => verb === 'create' && resource === 'replicasets')
  await until(() => writes().length >= least, { withinMs, what: `${least} objects were written` })
  const [first] = writes()
  await untilMoment((first?.atMs ?? 0) + lookMs, 'all was seen that may have been written')
  return writes().map(({ atMs }) => atMs)
}

/** How many moments there are at most within any span of that length. */
function mostWithin(moments: readonly number[], spanMs: number): number {
  const counts = moments.map((from) => moments.filter((at) => at >= from && at <= from + spanMs).length)
  return Math.max(0, ...counts)
}

must('manager.generic.client-connection.qps.limits', 'qps', () => {
  says('A client sends at most qps requests per second to the API server, after its burst is used up.')
  test('writes no faster than that over two seconds', async () => {
    const moments = await writesOf(burst + 2 * qps, 2_500)

    expect(mostWithin(moments, 2_000)).toBeLessThanOrEqual(burst + 2 * qps + countSlack)
  }).sees('field-ignored-generic-client-connection-qps')
})

must('manager.generic.client-connection.burst.limits', 'burst', () => {
  says('Beyond the rate, only burst more queries may have accumulated.')
  test('writes no more than that at once', async () => {
    const moments = await writesOf(burst, 1_000)

    expect(mostWithin(moments, 100)).toBeLessThanOrEqual(burst + countSlack)
  }).sees('field-ignored-generic-client-connection-qps')
})
