import { becomesTrue, expect, rulesOf, says, test } from '#kit'
import { file } from '#kit/launch.ts'
import { sharedServer } from '../../../shared/api-server.ts'
import { completeLines } from '../../../shared/audit/log-reader.ts'
import {
  sendRequests,
  auditedServer,
  countOf,
  freshPaths,
  auditedPathsPolicy,
} from '../../../shared/audit/fixture.ts'
import { flagRow } from '../../../shared/flags/place.ts'

const { must, unspecified } = rulesOf()

const arrivedWithinMs = 5_000

const server = sharedServer(() => ({
  flags: { '--audit-log-path': '-', '--audit-policy-file': file('policy.yaml', auditedPathsPolicy) },
}))

must('flag.audit-log-path.standard-out', flagRow('--audit-log-path', 'a dash'), () => {
  says('A dash means standard out.')
  test(
    { title: 'each request is a line of standard output', id: 'each request is a line of standard out' },
    async () => {
      const apiServer = await server()
      const paths = await sendRequests(apiServer, freshPaths(3))
      const linesOf = (path: string) =>
        completeLines(apiServer.program.stdout.text).filter((line) => line.includes(path)).length
      await becomesTrue(() => paths.every((path) => linesOf(path) > 0), arrivedWithinMs)

      expect(paths.map(linesOf), 'lines for each').toEqual([1, 1, 1])
    },
  ).sees('audit-log-dash-is-a-file')
})

const serverWithoutPolicy = auditedServer({
  '--audit-policy-file': undefined,
  '--audit-webhook-config-file': undefined,
})

must('flag.audit-log-path.all-requests', flagRow('--audit-log-path', 'without a policy'), () => {
  says('When it is set, all requests are logged, also when no policy selects any.')
  test('requests are in the log of a server without a policy', async () => {
    const { server: running, log } = await serverWithoutPolicy()
    const paths = await sendRequests(running, freshPaths(3))
    await becomesTrue(() => countOf(paths, log.events()) === paths.length, arrivedWithinMs)

    expect(countOf(paths, log.events()), 'requests in the log').toBe(paths.length)
  }).sees('audit-without-policy-silent')
})

const serverWithFullDisk = sharedServer(() => ({
  flags: {
    '--audit-log-path': '/dev/full',
    '--audit-log-mode': 'blocking-strict',
    '--audit-policy-file': file('policy.yaml', {
      ...auditedPathsPolicy,
      omitStages: ['ResponseStarted', 'ResponseComplete'],
    }),
  },
}))

unspecified('flag.audit-log-mode.blocking-strict', flagRow('--audit-log-mode', 'blocking-strict'), () => {
  says('Unspecified: what sets blocking-strict apart from blocking.')
  test(
    {
      title: 'records the response to a request whose event cannot be written',
      id: 'a request whose event cannot be written',
    },
    async (check) => {
      const apiServer = await serverWithFullDisk()
      const [path = ''] = freshPaths(1)
      const [recorded, other] = [
        await apiServer.request({ path }),
        await apiServer.request({ path: '/api/v1' }),
      ]
      check.observe('statuses with and without an event', [recorded.status, other.status])
    },
  )
})
