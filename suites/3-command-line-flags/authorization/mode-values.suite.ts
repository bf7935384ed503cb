import { rule, test } from '#harness/check/rule.ts'
import type { Flags } from '#harness/launch/flags.ts'
import { adminName } from '#harness/launch/credentials.ts'
import { expectAccepted, expectRefusal, type ServerSpec, startOutcome } from '../../fixtures/api-server.ts'
import { sharedAuthorizers } from '../../fixtures/authorization-files.ts'
import { policyFile, webhookFile } from '../../fixtures/mode-server.ts'
import { flagRow } from '../flag-rules.ts'

const flag = '--authorization-mode'
const host = sharedAuthorizers()

/** Everything that any mode needs beside its name. */
async function withModes(modes: string, changes: Flags = {}): Promise<ServerSpec> {
  const running = await host()
  return {
    peers: [running],
    flags: {
      [flag]: modes,
      '--authorization-policy-file': policyFile({ user: adminName, nonResourcePath: '*' }),
      '--authorization-webhook-config-file': webhookFile(running.webhook('modes')),
      ...changes,
    },
  }
}

rule(
  {
    id: 'flag.authorization-mode.values',
    level: 'MUST',
    says: 'The modes are AlwaysAllow, AlwaysDeny, ABAC, Webhook, RBAC and Node.',
    source: flagRow(flag, 'values'),
    overlaps: true,
    faults: {
      'authorization-mode-rbac-refused': ['accepts all six modes in any order'],
      'authorization-mode-unknown-accepted': ['refuses a mode that does not exist'],
      'authorization-mode-case-ignored': ['refuses a mode in lower case'],
      'authorization-mode-empty-accepted': ['refuses a mode without a name'],
    },
  },
  () => {
    test('accepts all six modes in any order', async () => {
      await expectAccepted(await withModes('Node,RBAC,ABAC,Webhook,AlwaysAllow,AlwaysDeny'))
    })

    const wrong = {
      'a mode that does not exist': 'ABAC,AlwaysMaybe,Webhook',
      'a mode in lower case': 'ABAC,webhook,Webhook',
      'a mode without a name': 'ABAC,,Webhook',
    }

    test.for(wrong)('refuses %s', async (modes) => {
      await expectRefusal(await withModes(modes), 'authorization-mode')
    })
  },
)

rule(
  {
    id: 'flag.authorization-mode.odd-combinations',
    level: 'UNSPECIFIED',
    says: 'Whether a mode may stand twice, lack its file, or be missing although its file is given, is not shown.',
    source: flagRow(flag, 'combinations'),
    overlaps: true,
  },
  () => {
    const policy = '--authorization-policy-file'
    const webhook = '--authorization-webhook-config-file'
    const odd: Readonly<Record<string, { modes: string; changes?: Flags }>> = {
      'a mode that stands twice': { modes: 'ABAC,Webhook,ABAC' },
      'ABAC without a policy file': { modes: 'ABAC,Webhook', changes: { [policy]: undefined } },
      'Webhook without its file': { modes: 'ABAC,Webhook', changes: { [webhook]: undefined } },
      'a policy file without ABAC': { modes: 'Webhook' },
      'a webhook file without Webhook': { modes: 'ABAC' },
      'a policy file that does not exist': {
        modes: 'ABAC,Webhook',
        changes: { [policy]: '/nonexistent/policy' },
      },
      'a webhook file that does not exist': {
        modes: 'ABAC,Webhook',
        changes: { [webhook]: '/nonexistent/config' },
      },
    }

    test.for(odd)('whether %s is accepted is recorded', async ({ modes, changes }, check) => {
      const { outcome } = await startOutcome(await withModes(modes, changes))
      check.observe(modes, outcome)
    })
  },
)
