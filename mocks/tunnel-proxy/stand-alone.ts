import { join } from 'node:path'
import { file } from '#harness/launch/flags.ts'
import type { RunningPeer, StandAloneOptions, StandAlonePeer } from '#harness/peer.ts'
import { issueClient } from '../tls/index.ts'
import { controlOf, loadAnswers } from '../peer/index.ts'
import { answerNames } from './request.ts'
import { startTunnelProxy, type TunnelAnswers } from './index.ts'
import * as faults from './faults.ts'

/** Definition of the tunnel proxies for `orch-conformance mock tunnel-proxy`. */
export const standAlone: StandAlonePeer = {
  name: 'tunnel-proxy',
  summary: 'tunnel proxies: HTTP CONNECT over mutual TLS, and GRPC on a unix socket',
  start,
}

async function start({ directory, port, script }: StandAloneOptions): Promise<RunningPeer> {
  const answers = await loadAnswers<TunnelAnswers>(script, answerNames, faults)
  const socketPath = join(directory, 'tunnel.sock')
  const tlsProxy = await startTunnelProxy({ transport: 'mtls', port })
  const socketProxy = await startTunnelProxy({ protocol: 'grpc', path: socketPath })
  const proxies = [tlsProxy, socketProxy]
  for (const proxy of proxies) proxy.answer(answers)
  const client = await issueClient({ commonName: 'implementation' })
  const tlsConfig = {
    caBundle: join(directory, 'ca.crt'),
    clientKey: join(directory, 'client.key'),
    clientCert: join(directory, 'client.crt'),
  }
  const egress = {
    apiVersion: 'apiserver.orch.io/v1alpha1',
    kind: 'EgressSelectorConfiguration',
    egressSelections: [
      {
        name: 'controlplane',
        connection: {
          proxyProtocol: 'HTTPConnect',
          transport: { tcp: { url: tlsProxy.url, tlsConfig } },
        },
      },
      {
        name: 'cluster',
        connection: { proxyProtocol: 'GRPC', transport: { uds: { udsName: socketPath } } },
      },
    ],
  }
  const stop = async (): Promise<void> => {
    await Promise.all(proxies.map((proxy) => proxy.stop()))
  }
  return {
    peer: {
      role: tlsProxy.role,
      url: tlsProxy.url,
      get journal() {
        return proxies.flatMap((proxy) => proxy.journal).toSorted((a, b) => a.atMs - b.atMs)
      },
      stop,
      [Symbol.asyncDispose]: stop,
    },
    files: {
      'ca.crt': tlsProxy.certificateAuthority,
      'client.crt': client.certificate,
      'client.key': client.key,
    },
    flags: { '--egress-selector-config-file': file('egress.yaml', egress) },
    notes: ['The proxies connect with loopback only.'],
    control: controlOf(proxies, answerNames, faults),
    onAsked: (listener) => {
      for (const proxy of proxies) proxy.onAsked(listener)
    },
    onAnswered: (listener) => {
      for (const proxy of proxies) proxy.onAnswered(listener)
    },
  }
}
