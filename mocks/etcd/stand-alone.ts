import type { RunningPeer, StandAloneOptions, StandAlonePeer } from '#harness/peer.ts'
import { Cluster, KV, Lease, Maintenance, Watch } from '#protos/etcd/rpc_pb.ts'
import { messageShapes, outputsOf } from '../grpc/shapes.ts'
import * as grpcFaults from '../grpc/faults.ts'
import { controlOf, loadAnswers } from '../peer/index.ts'
import { answerNames, type EtcdAnswers, onEveryKey, under } from './answers.ts'
import { startEtcd } from './index.ts'

/** Definition of the store for `orch-conformance mock etcd`. */
export const standAlone: StandAlonePeer = {
  name: 'etcd',
  summary: 'an etcd v3 in memory: keys, watches, leases',
  start,
}

const scriptFaults = { ...grpcFaults, onEveryKey, under }
const shapes = messageShapes(outputsOf([KV, Watch, Lease, Cluster, Maintenance]))

async function start({ port, script }: StandAloneOptions): Promise<RunningPeer> {
  const answers = await loadAnswers<EtcdAnswers>(script, answerNames, scriptFaults, shapes)
  const peer = await startEtcd({ port })
  peer.answer(answers)
  return {
    peer,
    flags: { '--etcd-servers': peer.url },
    control: controlOf([peer], answerNames, scriptFaults, {}, shapes),
    onAsked: (listener) => void peer.onAsked(listener),
    onAnswered: (listener) => void peer.onAnswered(listener),
  }
}
