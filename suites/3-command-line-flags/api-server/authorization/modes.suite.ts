import { expect, refuses, rulesOf, says, test } from '#kit'
import { allow, deny, noOpinion } from '#mocks/webhook-authorizer/index.ts'
import { modeServer } from './mode-server.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { sharedAuthorizers } from '../../../shared/peers.ts'
import { RecordedRequests, type Write, writes } from '../writes/writes.ts'

const { must } = rulesOf({ overlaps: true })

const flag = '--authorization-mode'
const host = sharedAuthorizers()
const allowFirst = modeServer(host, 'allow-first', () => ({ [flag]: 'AlwaysAllow,Webhook' }))
const allowLast = modeServer(host, 'allow-last', () => ({ [flag]: 'Webhook,AlwaysAllow' }))
const denyLast = modeServer(host, 'deny-last', () => ({ [flag]: 'Webhook,AlwaysDeny' }))
const denyBetween = modeServer(host, 'deny-between', () => ({ [flag]: 'Webhook,AlwaysDeny,AlwaysAllow' }))

must('flag.authorization-mode.always-allow', flagRow(flag, 'AlwaysAllow'), () => {
  says('AlwaysAllow allows.')
  test(
    {
      title: 'AlwaysAllow allows, and no later mode is evaluated',
      id: 'AlwaysAllow allows, and no later mode is asked',
    },
    async () => {
      const caller = await allowFirst.caller({ answer: deny() })

      expect(await caller.outcome()).toMatchObject({ decision: 'allowed', calls: 0 })
    },
  ).sees('always-allow-has-no-opinion')

  test(
    {
      title: 'AlwaysAllow allows a request about which the mode before it has no opinion',
      id: 'AlwaysAllow allows what the mode before it leaves open',
    },
    async () => {
      const caller = await allowLast.caller({ answer: noOpinion() })

      expect(await caller.outcome()).toMatchObject({ decision: 'allowed', calls: 1 })
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
      const caller = await allowLast.caller({ answer: deny() })

      expect(await caller.outcome()).toMatchObject({ decision: 'refused', calls: 1 })
    },
  ).sees('webhook-denial-is-no-opinion')

  test(
    {
      title: 'a mode after AlwaysAllow is not evaluated',
      id: 'a mode that stands last is not asked after AlwaysAllow',
    },
    async () => {
      const caller = await allowFirst.caller({ answer: deny() })

      expect(await caller.outcome()).toMatchObject({ decision: 'allowed', calls: 0 })
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
      const caller = await denyLast.caller({ answer: allow() })

      expect(await caller.outcome()).toMatchObject({ decision: 'allowed', calls: 1 })
    },
  ).sees('authorization-modes-sorted')

  refuses(
    {
      title: 'a request about which the mode before AlwaysDeny has no opinion',
      id: 'what the mode before AlwaysDeny leaves open',
    },
    async () => {
      const caller = await denyLast.caller({ answer: noOpinion() })

      expect(await caller.outcome()).toMatchObject({ decision: 'refused', calls: 1 })
    },
  ).sees('always-deny-allows')

  refuses(
    {
      title: 'a request at AlwaysDeny although AlwaysAllow follows',
      id: 'at AlwaysDeny although AlwaysAllow follows',
    },
    async () => {
      const caller = await denyBetween.caller({ answer: noOpinion() })

      expect(await caller.outcome()).toMatchObject({ decision: 'refused', calls: 1 })
    },
  ).sees('always-deny-has-no-opinion')
})

must(
  'flag.authorization-mode.always-deny-writes',
  { ...flagRow(flag, 'AlwaysDeny, writes'), capability: 'objects' },
  () => {
    says('AlwaysDeny denies each verb: what it denies changes nothing.')
    const written = async (write: Write, answer: ReturnType<typeof allow>) => {
      const place = await RecordedRequests.for(await denyLast.server(), write)
      const caller = await denyLast.caller({ answer })
      const { path, ...request } = write.request(place.maps)
      const { status } = await caller.caller.asks(path, request)
      caller.mustHaveBeenAsked()
      return { isDone: status < 300, note: await place.note() }
    }

    test
      .for(writes)(
        { title: '%s is done if the mode before AlwaysDeny allows it', id: '%s' },
        async (write) => {
          expect(await written(write, allow())).toEqual({ isDone: true, note: write.after })
        },
      )
      .sees('authorization-modes-sorted')

    refuses
      .for(writes)({ title: '%s at AlwaysDeny, and changes nothing', id: '%s' }, async (write) => {
        expect(await written(write, noOpinion())).toEqual({ isDone: false, note: write.before })
      })
      .sees('always-deny-allows', 'always-deny-denies-reads-only')
  },
)
