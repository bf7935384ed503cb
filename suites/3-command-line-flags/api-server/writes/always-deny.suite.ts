import { expect, refuses, rulesOf, says, test } from '#kit'
import { allow, noOpinion } from '#mocks/webhook-authorizer/index.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { sharedAuthorizers } from '../../../shared/peers.ts'
import { modeServer } from '../authorization/mode-server.ts'
import { RecordedRequests, type Write, writes } from './writes.ts'

const { must } = rulesOf({ overlaps: true })

const flag = '--authorization-mode'
const denyLast = modeServer(sharedAuthorizers(), 'deny-writes', () => ({ [flag]: 'Webhook,AlwaysDeny' }))

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
      caller.requireRequest()
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
