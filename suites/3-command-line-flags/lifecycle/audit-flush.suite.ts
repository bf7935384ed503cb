import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { currentCheck } from '#harness/check/context.ts'
import { expect } from '#harness/check/expect.ts'
import { rule, test } from '#harness/check/rule.ts'
import { HarnessError } from '#harness/errors.ts'
import { file } from '#harness/launch/flags.ts'
import { makeWorkspace, removeWorkspace } from '#harness/launch/workspace.ts'
import { startServer } from '../../fixtures/api-server.ts'
import { flagRow } from '../flag-rules.ts'

const requests = 20
// Nothing but the end of the server makes a buffer go out before that.
const longWait = '10m'
// From the signal to the end of an idle server.
const endWithinMs = 30_000

rule(
  {
    id: 'lifecycle.ending.audit-log-is-complete',
    level: 'MUST',
    says: 'All requests are logged to the audit log, also those that were buffered when the server was told to end.',
    source: flagRow('--audit-log-path', 'at the end'),
    faults: { 'audit-not-flushed': ['has every request in the log after an orderly end'] },
  },
  () => {
    test('has every request in the log after an orderly end', async (check) => {
      const directory = makeWorkspace('audit')
      currentCheck()?.defer(async () => removeWorkspace(directory))
      const log = join(directory, 'audit.log')
      const server = await startServer({
        flags: {
          '--audit-policy-file': file('audit-policy.yaml', {
            apiVersion: 'audit.orch.io/v1',
            kind: 'Policy',
            rules: [{ level: 'Metadata' }],
          }),
          '--audit-log-path': log,
          '--audit-log-mode': 'batch',
          '--audit-log-batch-max-wait': longWait,
          '--audit-log-batch-max-size': 5_000,
        },
      })
      const paths = Array.from({ length: requests }, (_, index) => `/audited/${index}-end`)
      for (const path of paths) await server.request({ path })
      const logged = async (): Promise<string[]> => {
        const text = await readFile(log, 'utf8').catch(() => '')
        return paths.filter((path) => text.includes(path))
      }
      check.observe('requests in the log before the signal', (await logged()).length)
      server.program.signal('SIGTERM')
      const ended = await Promise.race([
        server.program.exited.then(() => true),
        new Promise<false>((resolve) => setTimeout(() => resolve(false), endWithinMs).unref()),
      ])
      if (!ended) throw new HarnessError('untestable', `The server did not end within ${endWithinMs} ms.`)

      expect((await logged()).length, 'requests in the log').toBe(requests)
    })
  },
)
