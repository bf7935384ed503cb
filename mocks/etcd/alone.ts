import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RunningPeer, StandAloneOptions, StandAlonePeer } from '#harness/peer.ts'
import * as grpcLies from '../grpc/lies.ts'
import { loadScript } from '../serving/script.ts'
import { answerNames, type EtcdAnswers, onEveryKey, under } from './answers.ts'
import { startEtcd } from './index.ts'

/** The store for `orch-conformance mock etcd`. */
export const alone: StandAlonePeer = {
  name: 'etcd',
  summary: 'an etcd v3 in memory: keys, watches, leases',
  start,
}

async function start({ directory, port, script }: StandAloneOptions): Promise<RunningPeer> {
  const { answers } = await loadScript<EtcdAnswers>(script, answerNames, { ...grpcLies, onEveryKey, under })
  const peer = await startEtcd({ port })
  peer.answer(answers)
  const flags = join(directory, 'flags')
  await writeFile(flags, `--etcd-servers=${peer.url}\n`)
  return {
    peer,
    snippet: [`# Flags of the API server, also in ${flags}:`, `--etcd-servers=${peer.url}`].join('\n'),
    onAsked: (listener) => {
      peer.onAsked(listener)
    },
  }
}
