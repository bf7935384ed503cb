import { join } from 'node:path'
import type { RunningPeer, StandAloneOptions, StandAlonePeer } from '#harness/peer.ts'
import * as httpFaults from '../http/faults.ts'
import { controlOf, loadAnswers } from '../peer/index.ts'
import { startCloud } from './index.ts'
import * as faults from './faults.ts'
import { answerNames, type CloudAnswers } from './wire.ts'

/** The cloud for `orch-conformance mock cloud`. */
export const standAlone: StandAlonePeer = {
  name: 'cloud',
  summary: 'a cloud in memory, for the provider of a cloud controller manager: JSON over HTTP',
  start,
}

async function start({ directory, port, script }: StandAloneOptions): Promise<RunningPeer> {
  const answers = await loadAnswers<CloudAnswers>(script, answerNames, { ...httpFaults, ...faults })
  const peer = await startCloud({ port })
  peer.answer(answers)
  return {
    peer,
    files: { 'cloud.json': peer.configuration },
    flags: { '--cloud-provider': 'conformance', '--cloud-config': { path: join(directory, 'cloud.json') } },
    notes: [
      'A file of kind CloudControllerManagerConfiguration sets the same in OrchCloudShared.CloudProvider.',
      `By hand: curl -d '{"node":"a"}' ${peer.url}/instance-metadata`,
    ],
    control: controlOf([peer], answerNames, { ...httpFaults, ...faults }),
    onAsked: (listener) => void peer.onAsked(listener),
    onAnswered: (listener) => void peer.onAnswered(listener),
  }
}
