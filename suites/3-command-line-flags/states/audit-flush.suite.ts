import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { currentCheck, expect, HarnessError, rulesOf, says, test, until } from '#kit'
import { file, type Flags, makeWorkspace, removeWorkspace } from '#kit/launch.ts'
import { startServer } from '../../shared/api-server.ts'
import { flagRow } from '../../shared/flags/place.ts'
import { holdRequestOf } from './holds.ts'
import { createProber, startFixture, type StateFixture } from './fixture.ts'

const { must } = rulesOf()

const requests = 20
// Longer than any check, so that only the end of the server flushes the buffer.
const longWait = '10m'
// Longest time from the signal to the end of an idle server.
const endWithinMs = 30_000
const tooManyRequests = 429
// User whose requests the authorizer holds.
const heldUserName = 'held-user'

must('lifecycle.ending.audit-log-is-complete', flagRow('--audit-log-path', 'at the end'), () => {
  says('All requests are logged to the audit log, also those that were buffered when the shutdown began.')
  test(
    {
      title: 'the log has every request after an orderly end',
      id: 'has every request in the log after an orderly end',
    },
    async (check) => {
      const { log, flags } = prepareAuditLog()
      const server = await startServer({ flags })
      const paths = Array.from({ length: requests }, (_, index) => `/audited/${index}-end`)
      for (const path of paths) await server.request({ path })
      const loggedPaths = async (): Promise<string[]> => {
        const text = await readFile(log, 'utf8').catch(() => '')
        return paths.filter((path) => text.includes(path))
      }
      check.observe('requests in the log before the signal', (await loggedPaths()).length)
      server.program.signal('SIGTERM')
      await waitForEnd(server.program.exited)

      expect((await loggedPaths()).length, 'requests in the log').toBe(requests)
    },
  ).sees('audit-not-flushed')

  test(
    {
      title: 'the log has a request that was held until after draining had begun',
      id: 'has a request in the log that was held until after draining had begun',
    },
    async (check) => {
      check.needs('audit-policy')
      const { log, flags } = prepareAuditLog(['RequestReceived'])
      const stateFixture = await startFixture({ ...flags, '--shutdown-send-retry-after': true }, true)
      check.defer(() => stateFixture.stop())
      check.show(stateFixture.server.evidence)
      const heldRequest = await holdRequestOf(stateFixture, 'authorizer')
      const { program } = stateFixture.server
      program.signal('SIGTERM')
      await until(async () => (await refusedStatus(stateFixture)) === tooManyRequests, {
        withinMs: endWithinMs,
        what: 'the server turned somebody away while it drained',
      })
      const heldOutcome = await heldRequest.release()
      await waitForEnd(program.exited)

      expect(heldOutcome.kind, 'what came of the held request').toBe('answered')
      const text = await readFile(log, 'utf8')
      expect(text.includes(heldUserName), 'whether the log has the held request').toBe(true)
    },
  ).sees('audit-of-drained-requests-lost')
})

/** Returns the status of a request on a new connection. */
async function refusedStatus(fixture: StateFixture): Promise<number | undefined> {
  const probeOutcome = await createProber(fixture.server, 'fresh').send({ path: '/version', withinMs: 2_000 })
  return probeOutcome.kind === 'answered' ? probeOutcome.status : undefined
}

/** Waits for the end of a server. */
async function waitForEnd(exited: Promise<unknown>): Promise<void> {
  const hasEnded = await Promise.race([
    exited.then(() => true),
    new Promise<false>((resolve) => setTimeout(() => resolve(false), endWithinMs).unref()),
  ])
  if (!hasEnded) throw new HarnessError('untestable', `The server did not end within ${endWithinMs} ms.`)
}

/** Returns an audit log for all requests. While the server runs, some records are only in a buffer. */
function prepareAuditLog(omitStages: readonly string[] = []): {
  readonly log: string
  readonly flags: Flags
} {
  const directory = makeWorkspace('audit')
  currentCheck().defer(async () => removeWorkspace(directory))
  const logPath = join(directory, 'audit.log')
  const policy = {
    apiVersion: 'audit.orch.io/v1',
    kind: 'Policy',
    rules: [{ level: 'Metadata' }],
    ...(omitStages.length > 0 && { omitStages }),
  }
  const flags = {
    '--audit-policy-file': file('audit-policy.yaml', policy),
    '--audit-log-path': logPath,
    '--audit-log-mode': 'batch',
    '--audit-log-batch-max-wait': longWait,
    '--audit-log-batch-max-size': 5_000,
  }
  return { log: logPath, flags }
}
