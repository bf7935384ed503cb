import { expect, refuses, rulesOf, says, test } from '#kit'
import { allow, noOpinion } from '#mocks/webhook-authorizer/index.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { sharedAuthorizers } from '../../../shared/peers.ts'
import { modeServer } from '../authorization/mode-server.ts'
import { WriteNamespace, type Write, writes } from './writes.ts'

const { must } = rulesOf({ overlaps: true })

const flag = '--authorization-mode'
const denyLastServer = modeServer(sharedAuthorizers(), 'deny-writes', () => ({
  [flag]: 'Webhook,AlwaysDeny',
}))

must(
  'flag.authorization-mode.always-deny-writes',
  { ...flagRow(flag, 'AlwaysDeny, writes'), capability: 'objects' },
  () => {
    says('AlwaysDeny denies each verb: what it denies changes nothing.')
    const sendWrite = async (write: Write, answer: ReturnType<typeof allow>) => {
      const recordedRequests = await WriteNamespace.for(await denyLastServer.server(), write)
      const judgedCaller = await denyLastServer.caller({ answer })
      const { path, ...request } = write.request(recordedRequests.maps)
      const { status } = await judgedCaller.caller.send(path, request)
      judgedCaller.requireRequest()
      return { isDone: status < 300, note: await recordedRequests.note() }
    }

    test
      .for(writes)(
        { title: '%s is done if the mode before AlwaysDeny allows it', id: '%s' },
        async (write) => {
          expect(await sendWrite(write, allow())).toEqual({ isDone: true, note: write.after })
        },
      )
      .sees('authorization-modes-sorted')

    refuses
      .for(writes)({ title: '%s that AlwaysDeny denies, and changes nothing', id: '%s' }, async (write) => {
        expect(await sendWrite(write, noOpinion())).toEqual({ isDone: false, note: write.before })
      })
      .sees('always-deny-allows', 'always-deny-denies-reads-only')
  },
)
