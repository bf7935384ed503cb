import { setTimeout as sleep } from 'node:timers/promises'
import { file } from '#kit/launch.ts'
import { answerNames as runtimeNames } from '#mocks/container-runtime/answers.ts'
import type { ContainerRuntime, RuntimeAnswers } from '#mocks/container-runtime/index.ts'
import { fail, hangUp, type KmsAnswers, startKmsPlugin } from '#mocks/kms-plugin/index.ts'
import { type Answer, hangUp as cutOff, status } from '#mocks/http/index.ts'
import { type OidcAnswers, startOidcIssuer } from '#mocks/oidc-issuer/index.ts'
import { type Dial, startTunnelProxy } from '#mocks/tunnel-proxy/index.ts'
import { connectionTo, egressFlag } from '../../1-apiserver-configuration/egress/configuration.ts'
import { startOutcome } from '../../shared/api-server.ts'
import { authenticationConfiguration, plainAuthenticator } from '../../shared/authentication/configuration.ts'
import { encryptionConfiguration, kmsFlags, stores } from '../../shared/encryption/configuration.ts'
import { agentOutcome } from '../../shared/node-agent.ts'
import { firstSeconds, type LossyStart } from './drive.ts'
import { atRequest, delayMs, type Loss, type LostAnswer } from './losses.ts'

type Lose = <Honest>(honest: Honest) => Honest | Promise<Honest>

async function delayed<Honest>(honest: Honest): Promise<Honest> {
  await sleep(delayMs, undefined, { ref: false })
  return honest
}

const lostCall: Readonly<Record<Loss, Lose>> = {
  error: fail('UNAVAILABLE') as Lose,
  rejection: fail('PERMISSION_DENIED') as Lose,
  delay: delayed,
  cut: hangUp as Lose,
}

/** Returns responses to these methods, one of which is lost, whichever it is. */
function losing(names: readonly string[], { number, loss }: LostAnswer): Record<string, Lose> {
  const isLost = atRequest(number)
  const lose: Lose = (honest) => (isLost() ? lostCall[loss](honest) : honest)
  return Object.fromEntries(names.map((name) => [name, lose]))
}

/** A start of an API server that loses a response of its KMS plugin. */
export const kmsStart: LossyStart = {
  peer: 'KMS plugin',
  start: async (lost) => {
    await using plugin = await startKmsPlugin()
    const names = ['version', 'encryptV1', 'decryptV1', 'status', 'encrypt', 'decrypt']
    if (lost !== undefined) plugin.answer(losing(names, lost) as Partial<KmsAnswers>)
    const kms = { apiVersion: 'v1', name: 'lossy', endpoint: plugin.url, timeout: '5s' }
    const entries = [stores('secrets', { kms })]
    const flags = {
      ...kmsFlags(),
      '--encryption-provider-config': file('encryption.yaml', encryptionConfiguration(entries)),
    }
    // Some servers call it only when they store an object.
    const outcome = await startOutcome({ peers: [plugin], flags }, async (server) => {
      const body = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'first' } }
      await server.request({ method: 'POST', path: '/api/v1/namespaces/default/secrets', body })
      await firstSeconds()
    })
    return { outcome, requests: plugin.journal.length }
  },
}

const lostRequest: Readonly<Record<Loss, Answer<unknown>>> = {
  error: status(500),
  rejection: status(403),
  delay: delayed,
  cut: cutOff,
}

/** A start of an API server that loses a response of its issuer. */
export const issuerStart: LossyStart = {
  peer: 'issuer',
  start: async (lost) => {
    await using issuer = await startOidcIssuer()
    if (lost !== undefined) {
      const isLost = atRequest(lost.number)
      const lose: Answer<unknown> = (honest, request) =>
        isLost() ? lostRequest[lost.loss](honest, request) : honest
      issuer.answer({ discovery: lose, keys: lose } as Partial<OidcAnswers>)
    }
    const jwt = [plainAuthenticator(issuer)]
    const flags = {
      '--authentication-config': file('authentication.yaml', authenticationConfiguration({ jwt })),
    }
    const outcome = await startOutcome({ peers: [issuer], flags }, firstSeconds)
    return { outcome, requests: issuer.journal.length }
  },
}

const lostDial: Readonly<Record<Loss, (honest: Dial) => Dial | Promise<Dial>>> = {
  error: () => ({ refusal: { reason: 'closed today', status: 503 } }),
  rejection: () => ({ refusal: { reason: 'not you', status: 403 } }),
  delay: delayed,
  cut: cutOff,
}

/** A start of an API server that loses a response of the proxy to its issuer. */
export const proxyStart: LossyStart = {
  peer: 'proxy',
  start: async (lost) => {
    await using issuer = await startOidcIssuer()
    await using proxy = await startTunnelProxy()
    if (lost !== undefined) {
      const isLost = atRequest(lost.number)
      proxy.answer({ dial: (honest) => (isLost() ? lostDial[lost.loss](honest) : honest) })
    }
    const plain = plainAuthenticator(issuer)
    const jwt = [{ ...plain, issuer: { ...plain.issuer, egressSelectorType: 'controlplane' } }]
    const flags = {
      ...egressFlag({ controlplane: connectionTo(proxy) }),
      '--authentication-config': file('authentication.yaml', authenticationConfiguration({ jwt })),
    }
    const outcome = await startOutcome({ peers: [issuer, proxy], flags }, firstSeconds)
    return { outcome, requests: proxy.journal.length }
  },
}

/** A start of a node agent that loses a response of its container runtime. */
export const runtimeStart: LossyStart = {
  peer: 'container runtime',
  start: async (lost) => {
    let peer: ContainerRuntime | undefined
    const prepare = (runtime: ContainerRuntime): void => {
      peer = runtime
      if (lost !== undefined) runtime.answer(losing(runtimeNames, lost) as unknown as Partial<RuntimeAnswers>)
    }
    const outcome = await agentOutcome({ prepare }, firstSeconds)
    return { outcome, requests: peer?.journal.length ?? 0 }
  },
}
