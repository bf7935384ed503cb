import type { RunningPeer, StandAloneOptions, StandAlonePeer } from '#harness/peer.ts'
import { controlOf, loadAnswers } from '../peer/index.ts'
import { answerNames, type RuntimeAnswers } from './answers.ts'
import { startContainerRuntime } from './index.ts'
import { messageShapes, outputsOf } from '../grpc/shapes.ts'
import { ImageService, RuntimeService } from '#protos/container-runtime/runtime_pb.ts'
import * as faults from './faults.ts'

/** The container runtime for `orch-conformance mock container-runtime`. */
export const standAlone: StandAlonePeer = {
  name: 'container-runtime',
  aliases: ['cri'],
  summary: 'a container runtime of a node on unix sockets: sandboxes, containers, images',
  start,
}

const shapes = messageShapes(outputsOf([RuntimeService, ImageService]))

async function start({ directory, script }: StandAloneOptions): Promise<RunningPeer> {
  const answers = await loadAnswers<RuntimeAnswers>(script, answerNames, faults, shapes)
  const peer = await startContainerRuntime({ directory })
  peer.answer(answers)
  return {
    peer,
    flags: {
      '--container-runtime-endpoint': { path: peer.url },
      '--image-service-endpoint': { path: peer.imagesUrl },
    },
    notes: [
      'The flags are those of the node agent. The first socket serves images, too: leave out the second flag for that.',
      'Without an API server, a node agent runs the pods whose files are in --pod-manifest-path.',
      `By hand: crictl --runtime-endpoint ${peer.url} pods`,
    ],
    control: controlOf([peer], answerNames, faults, {}, shapes),
    onAsked: (listener) => void peer.onAsked(listener),
    onAnswered: (listener) => void peer.onAnswered(listener),
  }
}
