import { expect } from '#harness/check/expect.ts'
import { rule, test } from '#harness/check/rule.ts'
import { allow, deny, noOpinion } from '#mocks/webhook-authorizer/index.ts'
import { sharedAuthorizers } from '../../fixtures/authorization-files.ts'
import { modeServer } from '../../fixtures/mode-server.ts'
import { flagRow } from '../flag-rules.ts'

const flag = '--authorization-mode'
const host = sharedAuthorizers()
const allowFirst = modeServer(host, 'allow-first', () => ({ [flag]: 'AlwaysAllow,Webhook' }))
const allowLast = modeServer(host, 'allow-last', () => ({ [flag]: 'Webhook,AlwaysAllow' }))
const denyLast = modeServer(host, 'deny-last', () => ({ [flag]: 'Webhook,AlwaysDeny' }))
const roles = modeServer(host, 'before-roles', () => ({ [flag]: 'Webhook,RBAC,Node' }))
const denyBetween = modeServer(host, 'deny-between', () => ({ [flag]: 'Webhook,AlwaysDeny,AlwaysAllow' }))

rule(
  {
    id: 'flag.authorization-mode.always-allow',
    level: 'MUST',
    says: 'AlwaysAllow allows.',
    source: flagRow(flag, 'AlwaysAllow'),
    overlaps: true,
    faults: {
      'webhook-no-opinion-denies': ['AlwaysAllow allows what the mode before it leaves open'],
      'authorization-modes-sorted': ['AlwaysAllow allows what the mode before it leaves open'],
      'only-first-mode-used': ['AlwaysAllow allows what the mode before it leaves open'],
      'later-denial-beats-allow': ['AlwaysAllow allows, and no later mode is asked'],
      'always-allow-has-no-opinion': [
        'AlwaysAllow allows, and no later mode is asked',
        'AlwaysAllow allows what the mode before it leaves open',
      ],
    },
  },
  () => {
    test('AlwaysAllow allows, and no later mode is asked', async () => {
      const caller = await allowFirst.caller({ answer: deny() })

      expect(await caller.outcome()).toMatchObject({ decision: 'allowed', calls: 0 })
    })

    test('AlwaysAllow allows what the mode before it leaves open', async () => {
      const caller = await allowLast.caller({ answer: noOpinion() })

      expect(await caller.outcome()).toMatchObject({ decision: 'allowed', calls: 1 })
    })
  },
)

rule(
  {
    id: 'flag.authorization-mode.order',
    level: 'MUST',
    says: 'The modes are asked in the given order.',
    source: flagRow(flag, 'order'),
    overlaps: true,
    faults: {
      'webhook-denial-is-no-opinion': ['a mode that stands first decides before AlwaysAllow'],
      'always-allow-has-no-opinion': ['a mode that stands last is not asked after AlwaysAllow'],
      'denial-passed-on': ['a mode that stands first decides before AlwaysAllow'],
      'later-denial-beats-allow': ['a mode that stands last is not asked after AlwaysAllow'],
      'authorization-modes-sorted': ['a mode that stands first decides before AlwaysAllow'],
    },
  },
  () => {
    test('a mode that stands first decides before AlwaysAllow', async () => {
      const caller = await allowLast.caller({ answer: deny() })

      expect(await caller.outcome()).toMatchObject({ decision: 'refused', calls: 1 })
    })

    test('a mode that stands last is not asked after AlwaysAllow', async () => {
      const caller = await allowFirst.caller({ answer: deny() })

      expect(await caller.outcome()).toMatchObject({ decision: 'allowed', calls: 0 })
    })
  },
)

rule(
  {
    id: 'flag.authorization-mode.always-deny',
    level: 'MUST',
    says: 'AlwaysDeny denies, so no later mode is asked.',
    source: flagRow(flag, 'AlwaysDeny'),
    overlaps: true,
    faults: {
      'authorization-modes-sorted': [
        'what the mode before AlwaysDeny allows is allowed',
        'refuses what the mode before AlwaysDeny leaves open',
        'refuses at AlwaysDeny although AlwaysAllow follows',
      ],
      'denial-passed-on': ['refuses at AlwaysDeny although AlwaysAllow follows'],
      'later-denial-beats-allow': ['what the mode before AlwaysDeny allows is allowed'],
      'always-deny-has-no-opinion': ['refuses at AlwaysDeny although AlwaysAllow follows'],
      'always-deny-allows': [
        'refuses what the mode before AlwaysDeny leaves open',
        'refuses at AlwaysDeny although AlwaysAllow follows',
      ],
    },
  },
  () => {
    test('what the mode before AlwaysDeny allows is allowed', async () => {
      const caller = await denyLast.caller({ answer: allow() })

      expect(await caller.outcome()).toMatchObject({ decision: 'allowed', calls: 1 })
    })

    test('refuses what the mode before AlwaysDeny leaves open', async () => {
      const caller = await denyLast.caller({ answer: noOpinion() })

      expect(await caller.outcome()).toMatchObject({ decision: 'refused', calls: 1 })
    })

    test('refuses at AlwaysDeny although AlwaysAllow follows', async () => {
      const caller = await denyBetween.caller({ answer: noOpinion() })

      expect(await caller.outcome()).toMatchObject({ decision: 'refused', calls: 1 })
    })
  },
)

rule(
  {
    id: 'flag.authorization-mode.rbac-and-node',
    level: 'MUST',
    says: 'RBAC and Node are authorizers of their own: neither allows everything.',
    source: flagRow(flag, 'RBAC, Node'),
    overlaps: true,
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
