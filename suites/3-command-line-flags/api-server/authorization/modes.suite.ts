import { expect, refuses, rulesOf, says, test } from '#kit'
import { allow, deny, noOpinion } from '#mocks/webhook-authorizer/index.ts'
import { modeServer } from './mode-server.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { sharedAuthorizers } from '../../../shared/peers.ts'

const { must } = rulesOf({ overlaps: true })

const flag = '--authorization-mode'
const host = sharedAuthorizers()
const allowFirstServer = modeServer(host, 'allow-first', () => ({ [flag]: 'AlwaysAllow,Webhook' }))
const allowLastServer = modeServer(host, 'allow-last', () => ({ [flag]: 'Webhook,AlwaysAllow' }))
const denyLastServer = modeServer(host, 'deny-last', () => ({ [flag]: 'Webhook,AlwaysDeny' }))
const denyBetweenServer = modeServer(host, 'deny-between', () => ({
  [flag]: 'Webhook,AlwaysDeny,AlwaysAllow',
}))

must('flag.authorization-mode.always-allow', flagRow(flag, 'AlwaysAllow'), () => {
  says('AlwaysAllow allows.')
  test(
    {
      title: 'AlwaysAllow allows, and no later mode is evaluated',
      id: 'AlwaysAllow allows, and no later mode is asked',
    },
    async () => {
      const judgedCaller = await allowFirstServer.caller({ answer: deny() })

      expect(await judgedCaller.outcome()).toMatchObject({ decision: 'allowed', calls: 0 })
    },
  ).sees('always-allow-has-no-opinion')

  test(
    {
      title: 'AlwaysAllow allows a request about which the preceding mode has no opinion',
      id: 'AlwaysAllow allows what the mode before it leaves open',
    },
    async () => {
      const judgedCaller = await allowLastServer.caller({ answer: noOpinion() })

      expect(await judgedCaller.outcome()).toMatchObject({ decision: 'allowed', calls: 1 })
    },
  ).sees('always-allow-has-no-opinion')
})

must('flag.authorization-mode.order', flagRow(flag, 'order'), () => {
  says('The modes are evaluated in the given order.')
  test(
    {
      title: 'the first mode decides before AlwaysAllow',
      id: 'a mode that stands first decides before AlwaysAllow',
    },
    async () => {
      const judgedCaller = await allowLastServer.caller({ answer: deny() })

      expect(await judgedCaller.outcome()).toMatchObject({ decision: 'refused', calls: 1 })
    },
  ).sees('webhook-denial-is-no-opinion')

  test(
    {
      title: 'a mode after AlwaysAllow is not evaluated',
      id: 'a mode that stands last is not asked after AlwaysAllow',
    },
    async () => {
      const judgedCaller = await allowFirstServer.caller({ answer: deny() })

      expect(await judgedCaller.outcome()).toMatchObject({ decision: 'allowed', calls: 0 })
    },
  ).sees('always-allow-has-no-opinion')
})

must('flag.authorization-mode.always-deny', flagRow(flag, 'AlwaysDeny'), () => {
  says('AlwaysDeny denies, so no later mode is evaluated.')
  test(
    {
      title: 'a request that the mode before AlwaysDeny allows is allowed',
      id: 'what the mode before AlwaysDeny allows is allowed',
    },
    async () => {
      const judgedCaller = await denyLastServer.caller({ answer: allow() })

      expect(await judgedCaller.outcome()).toMatchObject({ decision: 'allowed', calls: 1 })
    },
  ).sees('authorization-modes-sorted')

  refuses(
    {
      title: 'a request about which the mode before AlwaysDeny has no opinion',
      id: 'what the mode before AlwaysDeny leaves open',
    },
    async () => {
      const judgedCaller = await denyLastServer.caller({ answer: noOpinion() })

      expect(await judgedCaller.outcome()).toMatchObject({ decision: 'refused', calls: 1 })
    },
  ).sees('always-deny-allows')

  refuses(
    {
      title: 'a request that AlwaysDeny denies although AlwaysAllow follows',
      id: 'at AlwaysDeny although AlwaysAllow follows',
    },
    async () => {
      const judgedCaller = await denyBetweenServer.caller({ answer: noOpinion() })

      expect(await judgedCaller.outcome()).toMatchObject({ decision: 'refused', calls: 1 })
    },
  ).sees('always-deny-has-no-opinion')
})
