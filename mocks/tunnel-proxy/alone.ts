import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { HarnessError } from '#harness/errors.ts'
import type { RunningPeer, StandAloneOptions, StandAlonePeer } from '#harness/peer.ts'
import { issueClient } from '../serving/index.ts'
import { loadScript } from '../serving/script.ts'
import { startTunnelProxy, type TunnelAnswers } from './index.ts'
import * as lies from './lies.ts'

/** The tunnel proxies for `orch-conformance mock tunnel-proxy`. */
export const alone: StandAlonePeer = {
  name: 'tunnel-proxy',
  summary: 'tunnel proxies: HTTP CONNECT over mutual TLS, and GRPC on a unix socket',
  start,
}

async function start({ directory, port, script }: StandAloneOptions): Promise<RunningPeer> {
  const { answers, handlers } = await loadScript<TunnelAnswers>(script, ['dial'], lies)
  if (handlers.length > 0) {
    throw new HarnessError('usage', `${script}: a tunnel proxy takes no msw handlers; answer dial.`)
  }
  const socketPath = join(directory, 'tunnel.sock')
  const overTls = await startTunnelProxy({ transport: 'mtls', port })
  const overSocket = await startTunnelProxy({ protocol: 'grpc', path: socketPath })
  const both = [overTls, overSocket]
  for (const proxy of both) proxy.answer(answers)
  const client = await issueClient({ commonName: 'implementation' })
  const files = {
    caBundle: join(directory, 'ca.crt'),
    clientKey: join(directory, 'client.key'),
    clientCert: join(directory, 'client.crt'),
  }
  await Promise.all([
    writeFile(files.caBundle, overTls.certificateAuthority),
    writeFile(files.clientKey, client.key, { mode: 0o600 }),
    writeFile(files.clientCert, client.certificate),
  ])
  const configuration = stringify({
    apiVersion: 'apiserver.orch.io/v1alpha1',
    kind: 'EgressSelectorConfiguration',
    egressSelections: [
      {
        name: 'controlplane',
        connection: {
          proxyProtocol: 'HTTPConnect',
          transport: { tcp: { url: overTls.url, tlsConfig: files } },
        },
      },
      {
        name: 'cluster',
        connection: { proxyProtocol: 'GRPC', transport: { uds: { udsName: socketPath } } },
      },
    ],
  })
  const stop = async (): Promise<void> => {
    await Promise.all(both.map((proxy) => proxy.stop()))
  }
  return {
    peer: {
      role: overTls.role,
      url: overTls.url,
      get journal() {
        return both.flatMap((proxy) => proxy.journal).toSorted((a, b) => a.atMs - b.atMs)
      },
      answer: (told) => {
        for (const proxy of both) proxy.answer(told)
      },
      reset: () => {
        for (const proxy of both) proxy.reset()
      },
      stop,
      [Symbol.asyncDispose]: stop,
    },
    caFile: files.caBundle,
    snippet: `# --egress-selector-config-file=egress.yaml; the proxies connect with loopback only\n${configuration}`,
    onAsked: (listener) => {
      for (const proxy of both) proxy.onAsked(listener)
    },
  }
}
