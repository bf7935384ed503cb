import type { ClientStream } from '../../grpc/client.ts'
import type { Fields } from '../../grpc/service.ts'
import * as rpc from '#protos/etcd/rpc_pb.ts'
import { b, callInSequence, opPut, opRange, put, type Scenario } from './scenarios.ts'

/** Collects the messages of a watch stream until a number of them has arrived. */
function collectResponses(stream: ClientStream<typeof rpc.Watch.method.watch>) {
  const messages: rpc.WatchResponse[] = []
  let resumeWait: () => void = () => undefined
  stream.onMessage((message) => {
    messages.push(message)
    resumeWait()
  })
  return async (count: number) => {
    while (messages.length < count) {
      await new Promise<void>((resolve) => {
        resumeWait = resolve
      })
    }
    return messages
  }
}

/** Scenarios for watch events and for compaction. */
export const watchScenarios: Readonly<Record<string, Scenario>> = {
  'watches send past and new events with previous values, and are cancelled': async ({ kv, watch }) => {
    const stream = watch.watch()
    const responsesOfWatch = collectResponses(stream)
    const create = (value: Fields<typeof rpc.WatchCreateRequestSchema>) =>
      stream.send({ requestUnion: { case: 'createRequest', value } })
    create({ key: b('a'), rangeEnd: b('z'), startRevision: 2n, prevKv: true })
    await responsesOfWatch(2)
    create({ key: b('w'), rangeEnd: b('x'), prevKv: true, watchId: 50n })
    create({ key: b('w1') })
    create({ key: b('w'), rangeEnd: b('x'), filters: [rpc.WatchCreateRequest_FilterType.NOPUT] })
    create({ key: b('w'), watchId: 50n })
    create({ key: b('x'), rangeEnd: b('w') })
    await responsesOfWatch(7)
    await kv.put(put('w1', '1'))
    await responsesOfWatch(10)
    await kv.txn({ success: [opPut('w2', '1'), opPut('w1', '2')] })
    await responsesOfWatch(13)
    await kv.deleteRange({ key: b('w1'), prevKv: false })
    await responsesOfWatch(17)
    stream.send({ requestUnion: { case: 'cancelRequest', value: { watchId: 50n } } })
    stream.send({ requestUnion: { case: 'cancelRequest', value: { watchId: 404n } } })
    const allResponses = await responsesOfWatch(18)
    stream.cancel()
    // The order between different watches is not specified.
    return [...allResponses].sort((response, otherResponse) =>
      Number(response.watchId - otherResponse.watchId),
    )
  },

  'reads of compacted revisions are rejected, and their watches are cancelled': async ({ kv, watch }) => {
    const revision = (await kv.range({ key: b('a') })).header?.revision ?? 0n
    const answers = await callInSequence([
      () => kv.compact({ revision: revision - 2n }),
      () => kv.compact({ revision: revision - 2n }),
      () => kv.compact({ revision: revision + 5n }),
      () => kv.range({ key: b('a'), revision: revision - 3n }),
      () => kv.range({ key: b('a'), rangeEnd: b('z'), revision: revision - 2n }),
      () => kv.txn({ success: [opRange('a', '', 2n)] }),
    ])
    const stream = watch.watch()
    const responsesOfWatch = collectResponses(stream)
    const value = { key: b('a'), rangeEnd: b('z'), startRevision: 2n }
    stream.send({ requestUnion: { case: 'createRequest', value } })
    const messages = await responsesOfWatch(2)
    stream.cancel()
    return [answers, messages]
  },

  'a progress request returns the revision': async ({ kv, watch }) => {
    await kv.put(put('p', '1'))
    const stream = watch.watch()
    const responsesOfWatch = collectResponses(stream)
    const value = { key: b('p'), progressNotify: true }
    stream.send({ requestUnion: { case: 'createRequest', value } })
    await responsesOfWatch(1)
    stream.send({ requestUnion: { case: 'progressRequest', value: {} } })
    const messages = await responsesOfWatch(2)
    stream.cancel()
    return messages
  },
}
