import { expect, formerly, rulesOf, says, seeing, test } from '#kit'
import { noOpinion } from '#mocks/webhook-authorizer/index.ts'
import { Caller } from '../../../shared/authorization/callers.ts'
import { modeServer, policyFileWithoutLastBreak } from './mode-server.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { sharedAuthorizers } from '../../../shared/peers.ts'

const { must } = rulesOf({ capability: 'abac-policy-lines' })

const flag = '--authorization-policy-file'
const abacServer = modeServer(sharedAuthorizers(), 'after-abac', () => ({
  '--authorization-mode': 'ABAC,Webhook',
  [flag]: policyFileWithoutLastBreak(
    { user: 'of-the-first-line', nonResourcePath: '*' },
    { group: 'of-the-second-line', nonResourcePath: '*' },
    { user: 'who-reads', readonly: true, apiGroup: '*', resource: '*', namespace: '*' },
    { user: 'of-one-resource', apiGroup: '', resource: 'configmaps', namespace: 'default' },
    { user: 'of-the-last-line', nonResourcePath: '/readyz' },
  ),
}))

must('flag.authorization-policy-file.lines', flagRow(flag), () => {
  says(
    'In mode ABAC, each line of the policy file is one JSON policy, and what no policy allows is left open.',
  )
  const policyCaller = async (name: string, groups: readonly string[] = []): Promise<Caller> => {
    const webhook = await abacServer.webhook()
    webhook.about(name).answer({ review: noOpinion() })
    return Caller.of(await abacServer.server(), name, groups)
  }
  const reviewCount = async (name: string): Promise<number> =>
    (await abacServer.webhook()).about(name).journal.length

  test(
    { title: 'the first line of the policy file allows its user', id: 'the first line allows its user' },
    async () => {
      await (await policyCaller('of-the-first-line')).expectAllowed()
    },
  ).sees('first-policy-line-skipped')

  test(
    { title: 'the second line of the policy file allows its group', id: 'the second line allows its group' },
    async () => {
      await (await policyCaller('somebody', ['of-the-second-line'])).expectAllowed()
    },
  ).sees('only-first-policy-line-used')

  test(
    { title: 'the last line of the policy file allows its user', id: 'the last line allows its user' },
    async () => {
      await (await policyCaller('of-the-last-line')).expectAllowed('/readyz')
    },
  ).sees('only-first-policy-line-used', 'policy-line-without-break-ignored')

  test(
    {
      title: 'the policy has no opinion about a path that no line for the user names',
      id: 'a path that the policy of a user does not name is left open',
    },
    async () => {
      await (await policyCaller('of-the-last-line')).expectRefused('/livez')
      expect(await reviewCount('of-the-last-line')).toBeGreaterThan(0)
    },
  ).sees('policy-file-ignored')

  test(
    {
      title: 'the policy has no opinion about a user without a line',
      id: 'a user that no line names is left open',
    },
    async () => {
      await (await policyCaller('of-no-line')).expectRefused()
      expect(await reviewCount('of-no-line')).toBeGreaterThan(0)
    },
  ).sees('policy-file-ignored')
})

must('flag.authorization-policy-file.resources', flagRow(flag, 'resources'), () => {
  says('A policy allows the resources that it names, and nothing else.')
  const configMaps = '/api/v1/namespaces/default/configmaps'
  /** Reports whether the policies leave a request to the next authorizer, the webhook. */
  const isPassedToWebhook = async (name: string, path: string, method = 'GET'): Promise<boolean> => {
    const webhookHandle = (await abacServer.webhook()).about(name)
    webhookHandle.answer({ review: noOpinion() })
    const requestsBefore = webhookHandle.journal.length
    await Caller.of(await abacServer.server(), name).send(path, { method })
    return webhookHandle.journal.length > requestsBefore
  }

  test(
    { title: 'a request that a policy names is allowed', id: 'what a policy names is allowed' },
    async () => {
      expect([
        await isPassedToWebhook('who-reads', configMaps),
        await isPassedToWebhook('of-one-resource', configMaps),
      ]).toEqual([false, false])
    },
  ).sees('only-first-policy-line-used')

  test(
    {
      title: 'a read-only policy has no opinion about a change',
      id: 'a change is left open where the policy is for reading',
    },
    async () => {
      expect(await isPassedToWebhook('who-reads', `${configMaps}/one`, 'DELETE')).toBe(true)
    },
  ).sees('policy-readonly-ignored')

  const otherRequests = {
    'a request for another resource': formerly(
      'another resource',
      seeing(['policy-resource-ignored'], '/api/v1/namespaces/default/secrets'),
    ),
    'a request for another namespace': formerly(
      'another namespace',
      seeing(['policy-namespace-ignored'], '/api/v1/namespaces/elsewhere/configmaps'),
    ),
    'a request for another API group': formerly(
      'another API group',
      seeing(['policy-api-group-ignored'], '/apis/apps/v1/namespaces/default/configmaps'),
    ),
  }

  test.for(otherRequests)(
    { title: 'the policy has no opinion about %s', id: '%s is left open' },
    async (path) => {
      expect(await isPassedToWebhook('of-one-resource', path)).toBe(true)
    },
  )
})
