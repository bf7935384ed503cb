import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { nowMs } from '#harness/time.ts'
import { handleCall } from '../grpc/peer.ts'
import { type Fields, type Handlers, type ServedService, serve } from '../grpc/service.ts'
import type { Answer, Answers, Journal } from '../peer/index.ts'
import { claimsOf, type SignerRequest } from './request.ts'
import * as rpc from '#protos/jwt-signer_pb.ts'
import type { SignerKeys } from './honest.ts'

/** Responses of the signer that can be scripted. */
export interface SignerAnswers {
  readonly sign: Answer<Fields<typeof rpc.SignJWTResponseSchema>, SignerRequest>
  readonly fetchKeys: Answer<Fields<typeof rpc.FetchKeysResponseSchema>, SignerRequest>
  readonly metadata: Answer<Fields<typeof rpc.MetadataResponseSchema>, SignerRequest>
}

/** Responses that a script may set. */
export const answerNames = ['sign', 'fetchKeys', 'metadata'] as const

/** Parts from which the service is built. */
export interface SignerServiceParts {
  readonly keys: SignerKeys
  readonly answers: Answers<SignerAnswers>
  readonly journal: Journal<SignerRequest>
  readonly maxTokenSeconds: number
  readonly refreshSeconds: number
}

// Names of the service. Its first version differs only in the name, and an API server calls one of the two names.
const typeNames = [rpc.ExternalJWTSigner.typeName, 'v1alpha1.ExternalJWTSigner']

/** Returns the signing service over a signer's keys, under each of its names. */
export function signerServices({ keys, answers, journal, ...times }: SignerServiceParts): ServedService[] {
  const handlers: Handlers<typeof rpc.ExternalJWTSigner> = {
    sign: ({ claims: encoded }) => {
      const claims = claimsOf(encoded)
      const description = `Sign for ${typeof claims?.sub === 'string' ? claims.sub : 'nobody'}`
      const request = { atMs: nowMs(), method: 'Sign', what: description, ...(claims && { claims }) } as const
      return handleCall(journal, request, () => keys.sign(encoded), answers.overrides.sign)
    },
    fetchKeys: () =>
      handleCall(
        journal,
        plainEntry('FetchKeys'),
        () => publishedKeys(keys, times.refreshSeconds),
        answers.overrides.fetchKeys,
      ),
    metadata: () =>
      handleCall(
        journal,
        plainEntry('Metadata'),
        () => ({ maxTokenExpirationSeconds: BigInt(times.maxTokenSeconds) }),
        answers.overrides.metadata,
      ),
  }
  return typeNames.map((typeName) => serve(rpc.ExternalJWTSigner, handlers, typeName))
}

function publishedKeys(keys: SignerKeys, refreshSeconds: number): Fields<typeof rpc.FetchKeysResponseSchema> {
  return {
    keys: keys.all.map(({ id, publicKey, excludedFromDiscovery }) => ({
      keyId: id,
      key: publicKey.export({ type: 'spki', format: 'der' }),
      excludeFromOidcDiscovery: excludedFromDiscovery,
    })),
    dataTimestamp: timestampFromDate(new Date()),
    refreshHintSeconds: BigInt(refreshSeconds),
  }
}

function plainEntry(method: 'FetchKeys' | 'Metadata'): SignerRequest {
  return { atMs: nowMs(), method, what: method }
}
