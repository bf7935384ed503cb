import { join } from 'node:path'
import type { RunningPeer, StandAloneOptions, StandAlonePeer } from '#harness/peer.ts'
import * as lies from '../grpc/lies.ts'
import { loadScript } from '../serving/script.ts'
import { startJwtSigner } from './index.ts'
import { answerNames, type SignerAnswers } from './wire.ts'

/** The signer of service account tokens for `orch-conformance mock jwt-signer`. */
export const alone: StandAlonePeer = {
  name: 'jwt-signer',
  summary: 'an external signer of service account tokens on a unix socket',
  start,
}

async function start({ directory, script }: StandAloneOptions): Promise<RunningPeer> {
  const { answers } = await loadScript<SignerAnswers>(script, answerNames, lies)
  const peer = await startJwtSigner({ path: join(directory, 'signer.sock') })
  peer.answer(answers)
  return {
    peer,
    snippet: [
      '# Flags of the API server; leave out those for its own signing and verification keys:',
      `--service-account-signing-endpoint=${peer.endpoint}`,
    ].join('\n'),
    onAsked: (listener) => {
      peer.onAsked(listener)
    },
  }
}
