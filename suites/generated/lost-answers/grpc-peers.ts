import { becomesTrue, currentCheck } from '#kit'
import { file } from '#kit/launch.ts'
import { fail, hangUp, type KmsAnswers, silence, startKmsPlugin } from '#mocks/kms-plugin/index.ts'
import { startOtlpCollector } from '#mocks/otlp-collector/index.ts'
import { startServer } from '../../shared/api-server.ts'
import { encryptionConfiguration, kmsFlags, stores } from '../../shared/encryption/configuration.ts'
import { createMarkedObject, resourceTypes } from '../../shared/encryption/marked-objects.ts'
import { tracesOf } from '../../shared/encryption/traces.ts'
import { startStorage } from '../../shared/storage.ts'
import { tracingFlag } from '../../shared/tracing/server.ts'
import { type CallingProgram, type CallLoss, answerLate } from './calls.ts'

type LoseAnswer = <Honest>(honest: Honest) => Honest | Promise<Honest>

const answersByLoss: Readonly<Record<CallLoss, LoseAnswer>> = {
  error: fail('UNAVAILABLE') as LoseAnswer,
  rejection: fail('PERMISSION_DENIED') as LoseAnswer,
  cut: hangUp as LoseAnswer,
  silence: silence as LoseAnswer,
  late: answerLate,
}

/** Returns a response that is lost once and honest later. */
export function loseOnce(loss: CallLoss): LoseAnswer {
  let isLost = false
  return (honest) => {
    const nextAnswer: LoseAnswer = isLost ? (given) => given : answersByLoss[loss]
    isLost = true
    return nextAnswer(honest)
  }
}

/** Starts a server whose Secrets a plugin encrypts, each with a separate call. */
export async function startWithKmsPlugin(): Promise<CallingProgram> {
  const plugin = await startKmsPlugin()
  currentCheck().defer(() => plugin.stop())
  const storage = await startStorage()
  currentCheck().defer(() => storage.stop())
  const kms = { apiVersion: 'v1', name: 'lossy', endpoint: plugin.url, cachesize: -1, timeout: '2s' }
  const entries = [stores(resourceTypes.secrets.resource, { kms })]
  const server = await startServer({
    storage,
    peers: [plugin],
    flags: {
      ...kmsFlags(),
      '--encryption-provider-config': file('encryption.yaml', encryptionConfiguration(entries)),
    },
  })
  return {
    calls: () => plugin.journal.filter(({ method, probe }) => method === 'Encrypt' && probe !== true).length,
    lose: (loss) => plugin.answer({ encryptV1: loseOnce(loss) as KmsAnswers['encryptV1'] }),
    use: async () => {
      const { object, status } = await createMarkedObject(server, resourceTypes.secrets)
      const storedEntries = (await storage.keys.entries()).filter(({ key }) => key.endsWith(object.name))
      if (storedEntries.some(({ value }) => tracesOf(object.secret, value).length > 0))
        return 'stored in plaintext'
      if (storedEntries.length > 0) return 'encrypted'
      return status >= 400 ? 'rejected' : `${status}, and not stored`
    },
  }
}

const arrivesWithinMs = 6_000

/** Starts a server that sends the spans of its requests to a collector. */
export async function startWithCollector(): Promise<CallingProgram> {
  const peer = await startOtlpCollector()
  currentCheck().defer(() => peer.stop())
  const server = await startServer({
    peers: [peer],
    flags: tracingFlag({ endpoint: peer.endpoint, samplingRatePerMillion: 1_000_000 }),
    env: { OTEL_BSP_SCHEDULE_DELAY: '200' },
  })
  return {
    calls: () => peer.journal.length,
    lose: (loss) => peer.answer({ export: loseOnce(loss) }),
    use: async () => {
      const exportsBefore = peer.journal.length
      const { status } = await server.request({ path: '/readyz' })
      await becomesTrue(() => peer.journal.length > exportsBefore, arrivesWithinMs)
      return `${status}`
    },
  }
}
