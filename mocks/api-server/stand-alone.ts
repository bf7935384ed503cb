import { join } from 'node:path'
import type { RunningPeer, StandAloneOptions, StandAlonePeer } from '#harness/peer.ts'
import { controlOf, loadScript } from '../peer/index.ts'
import { issueClient } from '../tls/index.ts'
import { accessFields, statusShape, tokenFields } from '../webhook/shapes.ts'
import { answerNames, type ApiAnswers } from './answers.ts'
import * as holds from './hold.ts'
import { startApiServer } from './index.ts'
import * as faults from './faults.ts'

/** The API server for `orch-conformance mock api-server`. */
export const standAlone: StandAlonePeer = {
  name: 'api-server',
  summary: 'an API server in memory: objects, watches, reviews, for managers and node agents',
  start,
}

const scriptFaults = { ...faults, ...holds, status: faults.fail }
const shapes = { tokenReview: statusShape(tokenFields), subjectAccessReview: statusShape(accessFields) }

async function start({ directory, port, script }: StandAloneOptions): Promise<RunningPeer> {
  const { answers } = await loadScript<ApiAnswers>(script, answerNames, scriptFaults, shapes)
  const peer = await startApiServer({ port, tls: true })
  peer.answer(answers)
  const client = await issueClient({ commonName: 'admin', organizations: ['system:masters'] })
  const configuration = join(directory, 'client.yaml')
  return {
    peer,
    files: { 'ca.crt': peer.certificateAuthority, 'client.yaml': peer.clientConfiguration({ client }) },
    // The controller managers of Kubernetes send protobuf unless JSON is configured, and this server decodes only a few
    // kinds of objects from protobuf.
    flags: { '--orchconfig': { path: configuration }, '--orch-api-content-type': 'application/json' },
    notes: [
      'The client configuration is that of an administrator, by certificate.',
      `By hand: kubectl --kubeconfig=${configuration} get namespaces`,
    ],
    control: controlOf([peer], answerNames, scriptFaults, {}, shapes),
    onAsked: (listener) => void peer.onAsked(listener),
    onAnswered: (listener) => void peer.onAnswered(listener),
  }
}
