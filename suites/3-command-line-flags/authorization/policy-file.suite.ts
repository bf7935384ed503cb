import { expect } from '#harness/check/expect.ts'
import { rule, test } from '#harness/check/rule.ts'
import { noOpinion } from '#mocks/webhook-authorizer/index.ts'
import { sharedAuthorizers } from '../../fixtures/authorization-files.ts'
import { Caller } from '../../fixtures/callers.ts'
import { modeServer, policyFile } from '../../fixtures/mode-server.ts'
import { flagRow } from '../flag-rules.ts'

const flag = '--authorization-policy-file'
const abac = modeServer(sharedAuthorizers(), 'after-abac', () => ({
  '--authorization-mode': 'ABAC,Webhook',
  [flag]: policyFile(
    { user: 'of-the-first-line', nonResourcePath: '*' },
    { group: 'of-the-second-line', nonResourcePath: '*' },
    { user: 'of-the-last-line', nonResourcePath: '/livez' },
  ),
}))

rule(
  {
    id: 'flag.authorization-policy-file.lines',
    level: 'MUST',
    says: 'In mode ABAC, each line of the policy file is one JSON policy, and what no policy allows is left open.',
    source: flagRow(flag),
    capability: 'abac-policy-lines',
    faults: {
      'abac-first-line-only': ['the last line allows its user', 'the second line allows its group'],
      'abac-path-ignored': ['a path that the policy of a user does not name is left open'],
      'abac-allows-everybody': [
        'a user that no line names is left open',
        'a path that the policy of a user does not name is left open',
      ],
      'abac-denies-others': [
        'a user that no line names is left open',
        'a path that the policy of a user does not name is left open',
      ],
    },
  },
  () => {
    const named = async (name: string, groups: readonly string[] = []): Promise<Caller> => {
      const webhook = await abac.webhook()
      webhook.about(name).answer({ review: noOpinion() })
      return Caller.of(await abac.server(), name, groups)
    }
    const asked = async (name: string): Promise<number> => (await abac.webhook()).about(name).journal.length

    test('the first line allows its user', async () => {
      await (await named('of-the-first-line')).expectAllowed()
      expect(await asked('of-the-first-line')).toBe(0)
    })

    test('the second line allows its group', async () => {
      await (await named('somebody', ['of-the-second-line'])).expectAllowed()
    })

    test('the last line allows its user', async () => {
      await (await named('of-the-last-line')).expectAllowed('/livez')
    })

    test('a path that the policy of a user does not name is left open', async () => {
      await (await named('of-the-last-line')).expectRefused('/readyz')
      expect(await asked('of-the-last-line')).toBe(1)
    })

    test('a user that no line names is left open', async () => {
      await (await named('of-no-line')).expectRefused()
      expect(await asked('of-no-line')).toBe(1)
    })
  },
)
