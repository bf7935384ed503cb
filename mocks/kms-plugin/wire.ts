import type { DescMessage } from '@bufbuild/protobuf'
import { nowMs } from '#harness/time.ts'
import { answered } from '../grpc/peer.ts'
import { type Fields, type ServedService, serve } from '../grpc/service.ts'
import type { Answer, Answers, Journal } from '../peer/index.ts'
import type { KmsAsked } from './asked.ts'
import * as v1 from '#protos/kms/v1beta1_pb.ts'
import * as v2 from '#protos/kms/v2_pb.ts'
import { type KmsKeys, splitKeyName, withKeyName } from './honest.ts'

type KmsAnswer<Honest> = Answer<Honest, KmsAsked>

/** Responses of the plugin that can be scripted; `encrypt` and `decrypt` are those of v2. */
export interface KmsAnswers {
  readonly version: KmsAnswer<Fields<typeof v1.VersionResponseSchema>>
  readonly encryptV1: KmsAnswer<Fields<typeof v1.EncryptResponseSchema>>
  readonly decryptV1: KmsAnswer<Fields<typeof v1.DecryptResponseSchema>>
  readonly status: KmsAnswer<Fields<typeof v2.StatusResponseSchema>>
  readonly encrypt: KmsAnswer<Fields<typeof v2.EncryptResponseSchema>>
  readonly decrypt: KmsAnswer<Fields<typeof v2.DecryptResponseSchema>>
}

/** Responses that a script may set. */
export const answerNames = ['version', 'encryptV1', 'decryptV1', 'status', 'encrypt', 'decrypt'] as const

/** Parts from which the services are built. */
export interface Wiring {
  readonly keys: KmsKeys
  readonly answers: Answers<KmsAnswers>
  readonly journal: Journal<KmsAsked>
}

/** Messages of the responses. */
export const answerMessages = {
  version: v1.VersionResponseSchema,
  encryptV1: v1.EncryptResponseSchema,
  decryptV1: v1.DecryptResponseSchema,
  status: v2.StatusResponseSchema,
  encrypt: v2.EncryptResponseSchema,
  decrypt: v2.DecryptResponseSchema,
} as const satisfies Record<keyof KmsAnswers, DescMessage>

// API servers require domain names; this one is reserved and has no owner.
const annotation = 'cipher.kms.example'
const cipherName = Buffer.from('aes-256-gcm')
const probe = Buffer.from('ping')

/** Returns the services of both interface versions over the same keys. */
export function kmsServices({ keys, answers, journal }: Wiring): ServedService[] {
  return [
    serve(v1.KeyManagementService, {
      version: ({ version }) =>
        answered(
          journal,
          seen('v1', 'Version', { version }),
          () => ({ version: 'v1beta1', runtimeName: 'orch-conformance', runtimeVersion: '1' }),
          answers.overrides.version,
        ),
      encrypt: ({ plain, version }) =>
        answered(
          journal,
          seen('v1', 'Encrypt', { version, bytes: plain.length, probe: probe.equals(plain) }),
          () => ({ cipher: withKeyName(keys.current, keys.encrypt(plain)) }),
          answers.overrides.encryptV1,
        ),
      decrypt: ({ cipher, version }) =>
        answered(
          journal,
          seen('v1', 'Decrypt', {
            version,
            bytes: cipher.length,
            ciphertext: hex(cipher),
            probe: isProbe(keys, cipher),
          }),
          () => {
            const { name, ciphertext } = splitKeyName(cipher)
            return { plain: keys.decrypt(ciphertext, name) }
          },
          answers.overrides.decryptV1,
        ),
    }),
    serve(v2.KeyManagementService, {
      status: () => {
        const asked = seen('v2', 'Status', {})
        return answered(
          journal,
          asked,
          () => ({ version: 'v2', healthz: 'ok', keyId: keys.current }),
          noting(answers.overrides.status, ({ keyId = '', healthz = '' }) => {
            asked.answeredKeyId = keyId
            asked.answeredHealthz = healthz
          }),
        )
      },
      encrypt: ({ plaintext, uid }) => {
        const asked = seen('v2', 'Encrypt', { uid, bytes: plaintext.length })
        return answered(
          journal,
          asked,
          () => ({
            ciphertext: keys.encrypt(plaintext),
            keyId: keys.current,
            annotations: { [annotation]: cipherName },
          }),
          noting(answers.overrides.encrypt, ({ keyId = '' }) => {
            asked.answeredKeyId = keyId
          }),
        )
      },
      decrypt: ({ ciphertext, uid, keyId, annotations }) =>
        answered(
          journal,
          seen('v2', 'Decrypt', {
            uid,
            keyId,
            bytes: ciphertext.length,
            ciphertext: hex(ciphertext),
            annotations: Object.fromEntries(
              Object.entries(annotations).map(([name, value]) => [name, hex(value)]),
            ),
          }),
          () => ({ plaintext: keys.decrypt(ciphertext, keyId) }),
          answers.overrides.decrypt,
        ),
    }),
  ]
}

/** Returns a response function that also records the response that is sent. */
function noting<Honest>(
  override: KmsAnswer<Honest> = (honest) => honest,
  note: (sent: Honest) => void,
): KmsAnswer<Honest> {
  return async (honest, asked) => {
    const sent = await override(honest, asked)
    note(sent)
    return sent
  }
}

function isProbe(keys: KmsKeys, cipher: Uint8Array): boolean {
  try {
    const { name, ciphertext } = splitKeyName(cipher)
    return probe.equals(keys.decrypt(ciphertext, name))
  } catch {
    return false
  }
}

function seen(
  service: KmsAsked['service'],
  method: KmsAsked['method'],
  details: Partial<KmsAsked>,
): KmsAsked {
  const key = details.keyId === undefined ? '' : ` with ${details.keyId}`
  const size = details.bytes === undefined ? '' : ` ${details.bytes} bytes`
  return { atMs: nowMs(), service, method, what: `${service} ${method}${size}${key}`, ...details }
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}
