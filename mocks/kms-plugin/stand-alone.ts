import { join } from 'node:path'
import { file } from '#harness/launch/flags.ts'
import type { RunningPeer, StandAloneOptions, StandAlonePeer } from '#harness/peer.ts'
import { controlOf, loadAnswers } from '../peer/index.ts'
import { messageShapes } from '../grpc/shapes.ts'
import * as faults from './faults.ts'
import { startKmsPlugin } from './index.ts'
import { answerMessages, answerNames, type KmsAnswers } from './wire.ts'

/** Definition of the key store for `orch-conformance mock kms-plugin`. */
export const standAlone: StandAlonePeer = {
  name: 'kms-plugin',
  aliases: ['kms'],
  summary: 'a key management plugin on a unix socket, v1 and v2',
  start,
}

const shapes = messageShapes(answerMessages)

async function start({ directory, script }: StandAloneOptions): Promise<RunningPeer> {
  const answers = await loadAnswers<KmsAnswers>(script, answerNames, faults, shapes)
  const peer = await startKmsPlugin({ path: join(directory, 'kms.sock') })
  peer.answer(answers)
  const kms = { apiVersion: 'v2', name: 'mock', endpoint: peer.url, timeout: '3s' }
  const encryption = {
    apiVersion: 'apiserver.config.orch.io/v1',
    kind: 'EncryptionConfiguration',
    resources: [{ resources: ['secrets'], providers: [{ kms }, { identity: {} }] }],
  }
  return {
    peer,
    flags: { '--encryption-provider-config': file('encryption.yaml', encryption) },
    control: controlOf(
      [peer],
      answerNames,
      faults,
      { rotate: async () => ({ key: peer.keys.rotate() }) },
      shapes,
    ),
    onAsked: (listener) => void peer.onAsked(listener),
    onAnswered: (listener) => void peer.onAnswered(listener),
  }
}
