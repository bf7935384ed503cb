import { join } from 'node:path'
import { stringify } from 'yaml'
import { file } from '#harness/launch/flags.ts'
import type { StandAlonePeer } from '#harness/peer.ts'
import * as httpFaults from '../http/faults.ts'
import { controlOf, loadScript } from '../peer/index.ts'
import { issueClient } from '../tls/index.ts'
import { startAuditReceivers } from './index.ts'
import * as faults from './faults.ts'
import { answerNames, type ReceiverAnswers } from './receiver.ts'

/** The audit receiver for `orch-conformance mock audit-receiver`. */
export const standAlone: StandAlonePeer = {
  name: 'audit-receiver',
  aliases: ['audit'],
  summary: 'an audit webhook: takes batches of events, EventList v1',
  start: async ({ directory, port, script }) => {
    const allFaults = { ...httpFaults, ...faults }
    const { answers, handlers } = await loadScript<ReceiverAnswers>(script, answerNames, allFaults)
    const peer = await startAuditReceivers({ port })
    peer.answer(answers)
    peer.use(...handlers)
    const receiver = peer.receiver('events')
    const client = await issueClient({ commonName: 'implementation' })
    return {
      peer,
      address: receiver.url,
      files: {
        'ca.crt': peer.certificateAuthority,
        'client.crt': client.certificate,
        'client.key': client.key,
        'client.yaml': stringify(receiver.clientConfig({ client })),
      },
      flags: {
        '--audit-policy-file': file('policy.yaml', {
          apiVersion: 'audit.orch.io/v1',
          kind: 'Policy',
          omitStages: ['RequestReceived'],
          rules: [{ level: 'Metadata' }],
        }),
        '--audit-webhook-config-file': { path: join(directory, 'client.yaml') },
        '--audit-webhook-batch-max-wait': '1s',
      },
      notes: ['Events are collected for a second before they are sent.'],
      control: controlOf([peer], answerNames, allFaults),
      onAsked: (listener) => void peer.onAsked(listener),
      onAnswered: (listener) => void peer.onAnswered(listener),
    }
  },
}
