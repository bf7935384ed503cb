import { file } from '#harness/launch/flags.ts'
import type { RunningPeer, StandAloneOptions, StandAlonePeer } from '#harness/peer.ts'
import { messageShapes, outputsOf } from '../grpc/shapes.ts'
import { TraceService } from '#protos/otlp_pb.ts'
import * as faults from '../grpc/faults.ts'
import { controlOf, loadAnswers } from '../peer/index.ts'
import { startOtlpCollector } from './index.ts'
import { answerNames, type OtlpAnswers } from './wire.ts'

/** Definition of the collector of traces for `orch-conformance mock otlp-collector`. */
export const standAlone: StandAlonePeer = {
  name: 'otlp-collector',
  aliases: ['otlp'],
  summary: 'an OpenTelemetry collector of traces over gRPC',
  start,
}

const shapes = messageShapes(outputsOf([TraceService]))

async function start({ port, script }: StandAloneOptions): Promise<RunningPeer> {
  const answers = await loadAnswers<OtlpAnswers>(script, answerNames, faults, shapes)
  const peer = await startOtlpCollector({ port })
  peer.answer(answers)
  const tracing = {
    apiVersion: 'apiserver.config.orch.io/v1',
    kind: 'TracingConfiguration',
    endpoint: peer.endpoint,
    samplingRatePerMillion: 1_000_000,
  }
  return {
    peer,
    flags: { '--tracing-config-file': file('tracing.yaml', tracing) },
    control: controlOf([peer], answerNames, faults, {}, shapes),
    onAsked: (listener) => void peer.onAsked(listener),
    onAnswered: (listener) => void peer.onAnswered(listener),
  }
}
