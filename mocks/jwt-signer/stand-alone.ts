import { join } from 'node:path'
import type { RunningPeer, StandAloneOptions, StandAlonePeer } from '#harness/peer.ts'
import { messageShapes, outputsOf } from '../grpc/shapes.ts'
import { ExternalJWTSigner } from '#protos/jwt-signer_pb.ts'
import * as faults from '../grpc/faults.ts'
import { controlOf, loadAnswers } from '../peer/index.ts'
import { startJwtSigner } from './index.ts'
import { answerNames, type SignerAnswers } from './wire.ts'

/** Definition of the signer for `orch-conformance mock jwt-signer`. */
export const standAlone: StandAlonePeer = {
  name: 'jwt-signer',
  summary: 'an external signer of service account tokens on a unix socket',
  start,
}

const shapes = messageShapes(outputsOf([ExternalJWTSigner]))

async function start({ directory, script }: StandAloneOptions): Promise<RunningPeer> {
  const answers = await loadAnswers<SignerAnswers>(script, answerNames, faults, shapes)
  const peer = await startJwtSigner({ path: join(directory, 'signer.sock') })
  peer.answer(answers)
  return {
    peer,
    flags: { '--service-account-signing-endpoint': { path: peer.endpoint } },
    notes: ['Leave out the flags for keys of the API server itself: those that sign and those that verify.'],
    control: controlOf([peer], answerNames, faults, {}, shapes),
    onAsked: (listener) => void peer.onAsked(listener),
    onAnswered: (listener) => void peer.onAnswered(listener),
  }
}
