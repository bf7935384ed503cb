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
import { waitFirstSeconds, type LossyStart } from './drive.ts'
import { isRequestNumber, delayMs, type Loss, type LostAnswer } from './losses.ts'

type LoseAnswer = <Honest>(honest: Honest) => Honest | Promise<Honest>

async function answerDelayed<Honest>(honest: Honest): Promise<Honest> {
  await sleep(delayMs, undefined, { ref: false })
  return honest
}

const callAnswersByLoss: Readonly<Record<Loss, LoseAnswer>> = {
  error: fail('UNAVAILABLE') as LoseAnswer,
  rejection: fail('PERMISSION_DENIED') as LoseAnswer,
  delay: answerDelayed,
  cut: hangUp as LoseAnswer,
}

/** Returns responses to methods, of which one is lost. */
function answersWithLoss(names: readonly string[], { number, loss }: LostAnswer): Record<string, LoseAnswer> {
  const isLost = isRequestNumber(number)
  const loseAnswer: LoseAnswer = (honest) => (isLost() ? callAnswersByLoss[loss](honest) : honest)
  return Object.fromEntries(names.map((name) => [name, loseAnswer]))
}

/** Start of an API server without one response of its KMS plugin. */
export const kmsStart: LossyStart = {
  peer: 'KMS plugin',
  start: async (lost) => {
    await using plugin = await startKmsPlugin()
    const names = ['version', 'encryptV1', 'decryptV1', 'status', 'encrypt', 'decrypt']
    if (lost !== undefined) plugin.answer(answersWithLoss(names, lost) as Partial<KmsAnswers>)
    const kms = { apiVersion: 'v1', name: 'lossy', endpoint: plugin.url, timeout: '5s' }
    const entries = [stores('secrets', { kms })]
    const flags = {
      ...kmsFlags(),
      '--encryption-provider-config': file('encryption.yaml', encryptionConfiguration(entries)),
    }
    // Stores an object, because some servers call the plugin only to store an object.
    const startResult = await startOutcome({ peers: [plugin], flags }, async (server) => {
      const secretBody = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'first' } }
      await server.request({ method: 'POST', path: '/api/v1/namespaces/default/secrets', body: secretBody })
      await waitFirstSeconds()
    })
    return { outcome: startResult, requests: plugin.journal.length }
  },
}

const requestAnswersByLoss: Readonly<Record<Loss, Answer<unknown>>> = {
  error: status(500),
  rejection: status(403),
  delay: answerDelayed,
  cut: cutOff,
}

/** Start of an API server without one response of its issuer. */
export const issuerStart: LossyStart = {
  peer: 'issuer',
  start: async (lost) => {
    await using issuer = await startOidcIssuer()
    if (lost !== undefined) {
      const isLost = isRequestNumber(lost.number)
      const loseRequest: Answer<unknown> = (honest, request) =>
        isLost() ? requestAnswersByLoss[lost.loss](honest, request) : honest
      issuer.answer({ discovery: loseRequest, keys: loseRequest } as Partial<OidcAnswers>)
    }
    const jwt = [plainAuthenticator(issuer)]
    const flags = {
      '--authentication-config': file('authentication.yaml', authenticationConfiguration({ jwt })),
    }
    const startResult = await startOutcome({ peers: [issuer], flags }, waitFirstSeconds)
    return { outcome: startResult, requests: issuer.journal.length }
  },
}

const dialAnswersByLoss: Readonly<Record<Loss, (honest: Dial) => Dial | Promise<Dial>>> = {
  error: () => ({ refusal: { reason: 'closed today', status: 503 } }),
  rejection: () => ({ refusal: { reason: 'not you', status: 403 } }),
  delay: answerDelayed,
  cut: cutOff,
}

/** Start of an API server without one response of the proxy to its issuer. */
export const proxyStart: LossyStart = {
  peer: 'proxy',
  start: async (lost) => {
    await using issuer = await startOidcIssuer()
    await using proxy = await startTunnelProxy()
    if (lost !== undefined) {
      const isLost = isRequestNumber(lost.number)
      proxy.answer({ dial: (honest) => (isLost() ? dialAnswersByLoss[lost.loss](honest) : honest) })
    }
    const plainEntry = plainAuthenticator(issuer)
    const jwt = [{ ...plainEntry, issuer: { ...plainEntry.issuer, egressSelectorType: 'controlplane' } }]
    const flags = {
      ...egressFlag({ controlplane: connectionTo(proxy) }),
      '--authentication-config': file('authentication.yaml', authenticationConfiguration({ jwt })),
    }
    const startResult = await startOutcome({ peers: [issuer, proxy], flags }, waitFirstSeconds)
    return { outcome: startResult, requests: proxy.journal.length }
  },
}

/** Start of a node agent without one response of its container runtime. */
export const runtimeStart: LossyStart = {
  peer: 'container runtime',
  start: async (lost) => {
    let peer: ContainerRuntime | undefined
    const prepare = (runtime: ContainerRuntime): void => {
      peer = runtime
      if (lost !== undefined)
        runtime.answer(answersWithLoss(runtimeNames, lost) as unknown as Partial<RuntimeAnswers>)
    }
    const startResult = await agentOutcome({ prepare }, waitFirstSeconds)
    return { outcome: startResult, requests: peer?.journal.length ?? 0 }
  },
}
