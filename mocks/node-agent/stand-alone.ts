import { join } from 'node:path'
import { file } from '#harness/launch/flags.ts'
import type { StandAlonePeer } from '#harness/peer.ts'
import * as httpFaults from '../http/faults.ts'
import { controlOf, loadScript } from '../peer/index.ts'
import { issueClient } from '../tls/index.ts'
import { startNodeAgents } from './index.ts'
import { answerNames, type NodeAnswers } from './pod-logs.ts'

/** Definition of the node agent for `orch-conformance mock node-agent`. */
export const standAlone: StandAlonePeer = {
  name: 'node-agent',
  aliases: ['node'],
  summary: 'a node agent as API servers call it: serves container logs',
  start: async ({ directory, port, script }) => {
    const { answers, handlers } = await loadScript<NodeAnswers>(script, answerNames, httpFaults)
    const peer = await startNodeAgents({ port })
    peer.answer(answers)
    peer.use(...handlers)
    const client = await issueClient({ commonName: 'implementation' })
    return {
      peer,
      files: {
        'ca.crt': peer.certificateAuthority,
        'client.crt': client.certificate,
        'client.key': client.key,
      },
      flags: {
        '--orchlet-certificate-authority': { path: join(directory, 'ca.crt') },
        '--orchlet-client-certificate': { path: join(directory, 'client.crt') },
        '--orchlet-client-key': { path: join(directory, 'client.key') },
      },
      objects: [file('node.yaml', nodeAt(peer.url))],
      notes: ['A pod whose spec.nodeName is mock has its log served here.'],
      control: controlOf([peer], answerNames, httpFaults),
      onAsked: (listener) => void peer.onAsked(listener),
      onAnswered: (listener) => void peer.onAnswered(listener),
    }
  },
}

function nodeAt(url: string): object {
  const { hostname, port } = new URL(url)
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: 'mock' },
    status: {
      addresses: [{ type: 'InternalIP', address: hostname }],
      daemonEndpoints: { orchletEndpoint: { Port: Number(port) } },
    },
  }
}
