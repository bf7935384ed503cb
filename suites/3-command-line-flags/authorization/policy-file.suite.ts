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
    { user: 'who-reads', readonly: true, apiGroup: '*', resource: '*', namespace: '*' },
    { user: 'of-one-resource', apiGroup: '', resource: 'configmaps', namespace: 'default' },
    { user: 'of-the-last-line', nonResourcePath: '/readyz' },
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
      'only-first-mode-used': [
        'a path that the policy of a user does not name is left open',
        'a user that no line names is left open',
      ],
      'undecided-end-allows': [
        'a path that the policy of a user does not name is left open',
        'a user that no line names is left open',
      ],
      'first-policy-line-skipped': ['the first line allows its user'],
      'only-first-policy-line-used': ['the last line allows its user', 'the second line allows its group'],
      'policy-file-ignored': [
        'a user that no line names is left open',
        'a path that the policy of a user does not name is left open',
      ],
      'policy-subject-ignored': [
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
    })

    test('the second line allows its group', async () => {
      await (await named('somebody', ['of-the-second-line'])).expectAllowed()
    })

    test('the last line allows its user', async () => {
      await (await named('of-the-last-line')).expectAllowed('/readyz')
    })

    test('a path that the policy of a user does not name is left open', async () => {
      await (await named('of-the-last-line')).expectRefused('/livez')
      expect(await asked('of-the-last-line')).toBeGreaterThan(0)
    })

    test('a user that no line names is left open', async () => {
      await (await named('of-no-line')).expectRefused()
      expect(await asked('of-no-line')).toBeGreaterThan(0)
    })
  },
)

rule(
  {
    id: 'flag.authorization-policy-file.resources',
    level: 'MUST',
    says: 'A policy allows the resources that it names, and nothing else.',
    source: flagRow(flag, 'resources'),
    capability: 'abac-policy-lines',
    faults: {
      'policy-subject-ignored': [
        'a change is left open where the policy is for reading',
        'another resource is left open',
        'another namespace is left open',
        'another API group is left open',
      ],
      'only-first-policy-line-used': ['what a policy names is allowed'],
      'policy-file-ignored': [
        'a change is left open where the policy is for reading',
        'another resource is left open',
        'another namespace is left open',
        'another API group is left open',
      ],
      'only-first-mode-used': [
        'a change is left open where the policy is for reading',
        'another resource is left open',
        'another namespace is left open',
        'another API group is left open',
      ],
      'later-denial-beats-allow': ['what a policy names is allowed'],
      'policy-readonly-ignored': ['a change is left open where the policy is for reading'],
      'policy-resource-ignored': ['another resource is left open'],
      'policy-namespace-ignored': ['another namespace is left open'],
      'policy-api-group-ignored': ['another API group is left open'],
    },
  },
  () => {
    const configMaps = '/api/v1/namespaces/default/configmaps'
    /** Whether the policies left a request to the webhook, which comes after them. */
    const leftOpen = async (name: string, path: string, method = 'GET'): Promise<boolean> => {
      const about = (await abac.webhook()).about(name)
      about.answer({ review: noOpinion() })
      const before = about.journal.length
      await Caller.of(await abac.server(), name).asks(path, { method })
      return about.journal.length > before
    }

    test('what a policy names is allowed', async () => {
      expect([
        await leftOpen('who-reads', configMaps),
        await leftOpen('of-one-resource', configMaps),
      ]).toEqual([false, false])
    })

    test('a change is left open where the policy is for reading', async () => {
      expect(await leftOpen('who-reads', `${configMaps}/one`, 'DELETE')).toBe(true)
    })

    const others = {
      'another resource': '/api/v1/namespaces/default/secrets',
      'another namespace': '/api/v1/namespaces/elsewhere/configmaps',
      'another API group': '/apis/apps/v1/namespaces/default/configmaps',
    }

    test.for(others)('%s is left open', async (path) => {
      expect(await leftOpen('of-one-resource', path)).toBe(true)
    })
  },
)
