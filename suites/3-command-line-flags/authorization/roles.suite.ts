import { expect } from '#harness/check/expect.ts'
import { rule, test } from '#harness/check/rule.ts'
import { allow, noOpinion } from '#mocks/webhook-authorizer/index.ts'
import { sharedAuthorizers } from '../../fixtures/authorization-files.ts'
import { modeServer } from '../../fixtures/mode-server.ts'
import { flagRow } from '../flag-rules.ts'

const flag = '--authorization-mode'
const roles = modeServer(sharedAuthorizers(), 'before-roles', () => ({ [flag]: 'Webhook,RBAC,Node' }))

rule(
  {
    id: 'flag.authorization-mode.rbac-and-node',
    level: 'MUST',
    says: 'RBAC and Node are authorizers of their own: neither allows everything.',
    source: flagRow(flag, 'RBAC, Node'),
    faults: {
      'authorization-modes-sorted': ['what the mode before them allows is allowed'],
      'legal-value-refused-authorization-mode': ['what the mode before them allows is allowed'],
      'undecided-end-allows': ['refuses somebody whom neither knows'],
      'rbac-allows-everything': ['refuses somebody whom neither knows'],
      'node-allows-everything': ['refuses somebody whom neither knows'],
    },
  },
  () => {
    const path = '/api/v1/namespaces/default/configmaps'

    test('what the mode before them allows is allowed', async () => {
      expect(await (await roles.caller({ answer: allow() })).outcome()).toMatchObject({
        decision: 'allowed',
        calls: 1,
      })
    })

    test('refuses somebody whom neither knows', async () => {
      expect(await (await roles.caller({ answer: noOpinion() })).outcome(path)).toMatchObject({
        decision: 'refused',
        calls: 1,
      })
    })
  },
)
