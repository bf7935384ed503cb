import { join } from 'node:path'
import { file } from '#harness/launch/flags.ts'
import type { StandAlonePeer } from '#harness/peer.ts'
import * as httpFaults from '../http/faults.ts'
import { controlOf, loadScript } from '../peer/index.ts'
import { issueClient } from '../tls/index.ts'
import { answerNames, type ApiAnswers } from './api.ts'
import { startAggregatedApiServers } from './index.ts'

const group = 'things.example.org'

/** The aggregated API server for `orch-conformance mock aggregated-api-server`. */
export const standAlone: StandAlonePeer = {
  name: 'aggregated-api-server',
  aliases: ['aggregated'],
  summary: `an aggregated API server: serves the resource things of ${group}/v1`,
  start: async ({ directory, port, script }) => {
    const { answers, handlers } = await loadScript<ApiAnswers>(script, answerNames, httpFaults)
    const peer = await startAggregatedApiServers({ port })
    peer.answer(answers)
    peer.use(...handlers)
    const api = peer.api(group)
    const client = await issueClient({ commonName: 'implementation' })
    const service = { name: 'things', namespace: 'default' }
    return {
      peer,
      address: `${peer.url}${api.path}`,
      files: {
        'ca.crt': peer.certificateAuthority,
        'client.crt': client.certificate,
        'client.key': client.key,
      },
      flags: {
        '--requestheader-client-ca-file': { path: join(directory, 'ca.crt') },
        '--proxy-client-cert-file': { path: join(directory, 'client.crt') },
        '--proxy-client-key-file': { path: join(directory, 'client.key') },
      },
      objects: [
        file('service.yaml', {
          apiVersion: 'v1',
          kind: 'Service',
          metadata: service,
          spec: {
            type: 'ExternalName',
            externalName: 'localhost',
            ports: [{ port: Number(new URL(peer.url).port) }],
          },
        }),
        file('apiservice.yaml', {
          apiVersion: 'apiregistration.orch.io/v1',
          kind: 'APIService',
          metadata: { name: `v1.${group}` },
          spec: {
            ...api.api,
            groupPriorityMinimum: 1000,
            versionPriority: 10,
            insecureSkipTLSVerify: true,
            service: { ...service, port: Number(new URL(peer.url).port) },
          },
        }),
      ],
      control: controlOf([peer], answerNames, httpFaults),
      onAsked: (listener) => void peer.onAsked(listener),
      onAnswered: (listener) => void peer.onAnswered(listener),
    }
  },
}
