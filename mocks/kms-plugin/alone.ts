import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stringify } from 'yaml'
import type { RunningPeer, StandAloneOptions, StandAlonePeer } from '#harness/peer.ts'
import { loadScript } from '../serving/script.ts'
import * as lies from './lies.ts'
import { startKmsPlugin } from './index.ts'
import { answerNames, type KmsAnswers } from './wire.ts'

/** The key store for `orch-conformance mock kms`. */
export const alone: StandAlonePeer = {
  name: 'kms',
  summary: 'a key management plugin on a unix socket, v1 and v2',
  start,
}

async function start({ directory, script }: StandAloneOptions): Promise<RunningPeer> {
  const { answers } = await loadScript<KmsAnswers>(script, answerNames, lies)
  const peer = await startKmsPlugin({ path: join(directory, 'kms.sock') })
  peer.answer(answers)
  const kms = { apiVersion: 'v2', name: 'mock', endpoint: peer.url, timeout: '3s' }
  const configuration = stringify({
    apiVersion: 'apiserver.config.orch.io/v1',
    kind: 'EncryptionConfiguration',
    resources: [{ resources: ['secrets'], providers: [{ kms }, { identity: {} }] }],
  })
  const file = join(directory, 'encryption.yaml')
  await writeFile(file, configuration)
  return {
    peer,
    snippet: [`# --encryption-provider-config=${file}`, configuration.trimEnd()].join('\n'),
    onAsked: (listener) => {
      peer.onAsked(listener)
    },
  }
}
