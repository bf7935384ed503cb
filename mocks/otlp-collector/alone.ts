import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stringify } from 'yaml'
import type { RunningPeer, StandAloneOptions, StandAlonePeer } from '#harness/peer.ts'
import * as lies from '../grpc/lies.ts'
import { loadScript } from '../serving/script.ts'
import { startOtlpCollector } from './index.ts'
import { answerNames, type OtlpAnswers } from './wire.ts'

/** The collector of traces for `orch-conformance mock otlp`. */
export const alone: StandAlonePeer = {
  name: 'otlp',
  summary: 'an OpenTelemetry collector of traces over gRPC',
  start,
}

async function start({ directory, port, script }: StandAloneOptions): Promise<RunningPeer> {
  const { answers } = await loadScript<OtlpAnswers>(script, answerNames, lies)
  const peer = await startOtlpCollector({ port })
  peer.answer(answers)
  const configuration = stringify({
    apiVersion: 'apiserver.config.orch.io/v1',
    kind: 'TracingConfiguration',
    endpoint: peer.endpoint,
    samplingRatePerMillion: 1_000_000,
  })
  const file = join(directory, 'tracing.yaml')
  await writeFile(file, configuration)
  return {
    peer,
    snippet: [`# --tracing-config-file=${file}`, configuration.trimEnd()].join('\n'),
    onAsked: (listener) => {
      peer.onAsked(listener)
    },
  }
}
