import type { DescMessage } from '@bufbuild/protobuf'
import { nowMs } from '#harness/time.ts'
import { handleCall } from '../grpc/peer.ts'
import { type Fields, type ServedService, serve } from '../grpc/service.ts'
import type { Answer, Answers, Journal } from '../peer/index.ts'
import type { KmsRequest } from './request.ts'
import * as v1 from '#protos/kms/v1beta1_pb.ts'
import * as v2 from '#protos/kms/v2_pb.ts'
import { type KmsKeys, splitKeyName, withKeyName } from './honest.ts'

type KmsAnswer<Honest> = Answer<Honest, KmsRequest>

/** Responses of the plugin that can be scripted; `encrypt` and `decrypt` belong to v2. */
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
export interface KmsServiceParts {
  readonly keys: KmsKeys
  readonly answers: Answers<KmsAnswers>
  readonly journal: Journal<KmsRequest>
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

// Key of an annotation. API servers require a domain name; this domain is reserved and has no owner.
const annotationKey = 'cipher.kms.example'
const cipherName = Buffer.from('aes-256-gcm')
const probePlaintext = Buffer.from('ping')

/** Returns the services of both interface versions over the same keys. */
export function kmsServices({ keys, answers, journal }: KmsServiceParts): ServedService[] {
  return [
    serve(v1.KeyManagementService, {
      version: ({ version }) =>
        handleCall(
          journal,
          journalEntry('v1', 'Version', { version }),
          () => ({ version: 'v1beta1', runtimeName: 'orch-conformance', runtimeVersion: '1' }),
          answers.overrides.version,
        ),
      encrypt: ({ plain, version }) =>
        handleCall(
          journal,
          journalEntry('v1', 'Encrypt', {
            version,
            bytes: plain.length,
            probe: probePlaintext.equals(plain),
          }),
          () => ({ cipher: withKeyName(keys.current, keys.encrypt(plain)) }),
          answers.overrides.encryptV1,
        ),
      decrypt: ({ cipher, version }) =>
        handleCall(
          journal,
          journalEntry('v1', 'Decrypt', {
            version,
            bytes: cipher.length,
            ciphertext: hex(cipher),
            probe: isProbeCiphertext(keys, cipher),
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
        const request = journalEntry('v2', 'Status', {})
        return handleCall(
          journal,
          request,
          () => ({ version: 'v2', healthz: 'ok', keyId: keys.current }),
          withRecording(answers.overrides.status, ({ keyId = '', healthz = '' }) => {
            request.answeredKeyId = keyId
            request.answeredHealthz = healthz
          }),
        )
      },
      encrypt: ({ plaintext, uid }) => {
        const request = journalEntry('v2', 'Encrypt', { uid, bytes: plaintext.length })
        return handleCall(
          journal,
          request,
          () => ({
            ciphertext: keys.encrypt(plaintext),
            keyId: keys.current,
            annotations: { [annotationKey]: cipherName },
          }),
          withRecording(answers.overrides.encrypt, ({ keyId = '' }) => {
            request.answeredKeyId = keyId
          }),
        )
      },
      decrypt: ({ ciphertext, uid, keyId, annotations }) =>
        handleCall(
          journal,
          journalEntry('v2', 'Decrypt', {
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
function withRecording<Honest>(
  override: KmsAnswer<Honest> = (honest) => honest,
  recordResponse: (response: Honest) => void,
): KmsAnswer<Honest> {
  return async (honest, request) => {
    const response = await override(honest, request)
    recordResponse(response)
    return response
  }
}

function isProbeCiphertext(keys: KmsKeys, cipher: Uint8Array): boolean {
  try {
    const { name, ciphertext } = splitKeyName(cipher)
    return probePlaintext.equals(keys.decrypt(ciphertext, name))
  } catch {
    return false
  }
}

function journalEntry(
  service: KmsRequest['service'],
  method: KmsRequest['method'],
  details: Partial<KmsRequest>,
): KmsRequest {
  const key = details.keyId === undefined ? '' : ` with ${details.keyId}`
  const size = details.bytes === undefined ? '' : ` ${details.bytes} bytes`
  return { atMs: nowMs(), service, method, what: `${service} ${method}${size}${key}`, ...details }
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}
