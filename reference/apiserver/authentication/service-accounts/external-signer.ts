import { createPublicKey } from 'node:crypto'
import { create } from '@bufbuild/protobuf'
import { Client, credentials } from '@grpc/grpc-js'
import { call } from '../../../grpc/call.ts'
import { directOptions } from '../../../grpc/channel.ts'
import { Refusal } from '../../../flags/refusal.ts'
import { fault } from '../../../quirks/quirks.ts'
import {
  ExternalJWTSigner,
  FetchKeysRequestSchema,
  MetadataRequestSchema,
  SignJWTRequestSchema,
} from '#protos/jwt-signer_pb.ts'
import type { KeySource } from './key-source.ts'
import { type VerificationKey, verificationKey } from './keys.ts'
import { encodePart } from './signature.ts'

/** Timeout of a call in milliseconds. */
const timeoutMs = 5000

interface SignerKeySet {
  readonly verifying: readonly VerificationKey[]
  readonly published: readonly VerificationKey[]
  /** Time on a monotonic clock in milliseconds after which the keys are fetched again. */
  readonly staleAt: number
}

/**
 * Returns a key source that signs through a process at a unix socket. Throws a Refusal if the process does not respond.
 */
export async function externalSigner(socket: string): Promise<KeySource> {
  const path = socket.replace(/^unix:(\/\/)?/, '')
  const client = new Client(`unix:${path}`, credentials.createInsecure(), directOptions)
  const { sign, fetchKeys, metadata } = ExternalJWTSigner.method
  let cachedKeys: SignerKeySet | undefined
  const fetch = async (): Promise<SignerKeySet> => {
    const answer = await call(client, fetchKeys, create(FetchKeysRequestSchema), timeoutMs)
    const keys = answer.keys.map(({ keyId, key, excludeFromOidcDiscovery }) => ({
      hidden: excludeFromOidcDiscovery,
      key: verificationKey(createPublicKey({ key: Buffer.from(key), format: 'der', type: 'spki' }), keyId),
    }))
    cachedKeys = {
      verifying: keys.map(({ key }) => key),
      published: keys.filter(({ hidden }) => !hidden).map(({ key }) => key),
      staleAt: performance.now() + Number(answer.refreshHintSeconds) * 1000,
    }
    return cachedKeys
  }
  const currentKeys = async () =>
    cachedKeys !== undefined && cachedKeys.staleAt > performance.now() ? cachedKeys : fetch()
  let longestSeconds: bigint
  try {
    const answer = await call(client, metadata, create(MetadataRequestSchema), timeoutMs)
    longestSeconds = answer.maxTokenExpirationSeconds
  } catch (cause) {
    throw new Refusal(`--service-account-signing-endpoint: nobody answers at ${socket}`, { cause })
  }
  return {
    async sign(claims) {
      const payload = encodePart(claims)
      const request = create(SignJWTRequestSchema, { claims: payload })
      try {
        const { header, signature } = await call(client, sign, request, timeoutMs)
        return `${header}.${payload}.${signature}`
      } catch (cause) {
        if (fault('external-signer-failure-hidden')) return `${encodePart({ alg: 'none' })}.${payload}.`
        throw cause
      }
    },
    longestMs: longestSeconds > 0n ? Number(longestSeconds) * 1000 : undefined,
    async verifying(id) {
      const keysWithId = async (keys: SignerKeySet) =>
        id === undefined ? keys.verifying : keys.verifying.filter((key) => key.id === id)
      const cachedMatches = await keysWithId(await currentKeys())
      // An unknown key may be a new key.
      if (cachedMatches.length > 0 || fault('external-keys-not-fetched-for-new-key')) return cachedMatches
      return keysWithId(await fetch())
    },
    published: async () => (fault('external-keys-not-published') ? [] : (await currentKeys()).published),
  }
}
