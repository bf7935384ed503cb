import { randomBytes } from 'node:crypto'
import type { KmsAnswers } from './wire.ts'

export { after, fail, hangUp, honestly, silence, stall, when, where } from '../grpc/faults.ts'

/** Reports an error in the status (v2). */
export function unhealthy(reason = 'the key store is locked'): Pick<KmsAnswers, 'status'> {
  return { status: (honest) => ({ ...honest, healthz: reason }) }
}

/** Decrypts to random bytes of the right size. */
export function garbage(): Pick<KmsAnswers, 'decrypt' | 'decryptV1'> {
  return {
    decrypt: ({ plaintext }) => ({ plaintext: randomBytes(plaintext?.length ?? 0) }),
    decryptV1: ({ plain }) => ({ plain: randomBytes(plain?.length ?? 0) }),
  }
}

/** Returns the same fault for every call of both versions, for example `fail('UNAVAILABLE')`. */
export function onEveryCall(answer: <Honest>(honest: Honest) => Honest | Promise<Honest>): KmsAnswers {
  return {
    version: answer,
    encryptV1: answer,
    decryptV1: answer,
    status: answer,
    encrypt: answer,
    decrypt: answer,
  }
}
