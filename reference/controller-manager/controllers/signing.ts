import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { certificate } from '../../certificates/certificate.ts'
import { readRequest } from '../../certificates/request.ts'
import type { ApiObject } from '../../manager/api.ts'
import { fault } from '../../quirks/quirks.ts'
import { Refusal } from '../../flags/refusal.ts'
import type { Controller, Loop, ManagerConfiguration } from './controller.ts'
import { valueAt, conditionOf, numberAt, textAt } from '../../manager/object.ts'
import { readOptional, readMaterial } from '../../manager/engine/read-material.ts'
import { resources } from '../../manager/engine/resources.ts'

const block = '/CSRSigningController'
// Lifetime of certificates in milliseconds, if a fault ignores the configured duration.
const faultyDurationMs = 30 * 86_400_000

// Names of signers, each with the configuration block of its key pair.
const signers = {
  'orch.io/orchlet-serving': `${block}/KubeletServingSignerConfiguration`,
  'orch.io/orch-apiserver-client-orchlet': `${block}/KubeletClientSignerConfiguration`,
  'orch.io/orch-apiserver-client': `${block}/KubeAPIServerClientSignerConfiguration`,
  'orch.io/legacy-unknown': `${block}/LegacyUnknownSignerConfiguration`,
} as const

interface SignerPair {
  readonly authority: X509Certificate
  readonly privateKey: KeyObject
}

/** Signs approved requests, each with the key pair of its signer. */
export const signingController: Controller = {
  name: 'certificatesigningrequest-signing-controller',
  check: (config) => void signerPairs(config),
  start(loop) {
    const pairs = signerPairs(loop.config)
    loop.work(resources.requests, {
      workers: 5,
      takes: (request, { before }) => shouldSign(loop, request, before),
      async sync(request) {
        const ownPair = pairs.get(textAt(request, 'spec.signerName'))
        const pair = ownPair ?? pairOfAnother(request, pairs)
        if (pair === undefined) return
        const status = { ...toStatus(request), certificate: encodeBase64(signRequest(loop, request, pair)) }
        await loop.write.update(resources.requests, { ...request, status }, 'status')
      },
    })
  },
}

/** Returns the pair of another signer that a fault uses for a signer without a pair, and for an unknown signer. */
function pairOfAnother(request: ApiObject, pairs: ReadonlyMap<string, SignerPair>): SignerPair | undefined {
  const isKnown = textAt(request, 'spec.signerName') in signers
  return fault(isKnown ? 'signing-pair-of-another-signer' : 'unknown-signers-signed')
    ? [...pairs.values()][0]
    : undefined
}

/** Reports whether a request must be signed now. */
function shouldSign(loop: Loop, request: ApiObject, before: ApiObject | undefined): boolean {
  if (!isApproved(request) || textAt(request, 'status.certificate') !== '') return false
  if (before !== undefined && conditionOf(before, 'Denied') !== undefined)
    return !fault('csr-once-denied-not-signed')
  if (before !== undefined && conditionOf(before, 'Failed') !== undefined)
    return !fault('csr-once-failed-not-signed')
  if (before !== undefined) return !fault('csr-approved-later-not-signed')
  return loop.informer(resources.requests).isSynced || !fault('csr-of-before-not-signed')
}

const isApproved = (request: ApiObject) => conditionOf(request, 'Approved')?.['status'] === 'True'
const toStatus = (request: ApiObject) => ({ conditions: valueAt(request, 'status.conditions') })
const encodeBase64 = (text: string) => Buffer.from(text).toString('base64')

function signRequest({ config }: Loop, request: ApiObject, { authority, privateKey }: SignerPair): string {
  const parsedRequest = readRequest(Buffer.from(textAt(request, 'spec.request'), 'base64').toString())
  const isClientSigner = textAt(request, 'spec.signerName') === 'orch.io/orch-apiserver-client'
  const isOfServingSigner = !isClientSigner && fault('csr-duration-of-clients-alone')
  const maxDurationMs = isOfServingSigner ? faultyDurationMs : config.value(`${block}/ClusterSigningDuration`)
  const requestedMs = numberAt(request, 'spec.expirationSeconds', Number.POSITIVE_INFINITY) * 1000
  const isExpirationIgnored =
    requestedMs < maxDurationMs &&
    (fault('csr-expiration-seconds-ignored') ||
      (!isClientSigner && fault('csr-expiration-seconds-of-clients-alone')))
  const isLimited =
    requestedMs > maxDurationMs && Number.isFinite(requestedMs) && !fault('csr-expiration-seconds-unlimited')
  const lifetimeMs =
    isExpirationIgnored || isLimited
      ? maxDurationMs
      : Math.min(requestedMs, isLimited ? maxDurationMs : requestedMs)
  const fromMs = Date.now()
  return certificate(
    {
      ...parsedRequest,
      fromMs,
      untilMs: fromMs + (Number.isFinite(lifetimeMs) ? lifetimeMs : maxDurationMs),
    },
    { commonName: /CN=(.+)/.exec(authority.subject)?.[1] ?? '', privateKey },
  )
}

function signerPairs(config: ManagerConfiguration): ReadonlyMap<string, SignerPair> {
  const readPair = (certFile: string, keyFile: string, name: string) =>
    readOptional(() => pairOf(certFile, keyFile, name), 'signing-files-unchecked')
  const generalPair = readPair(
    config.value(`${block}/ClusterSigningCertFile`),
    config.value(`${block}/ClusterSigningKeyFile`),
    'ClusterSigning',
  )
  const pairs = new Map<string, SignerPair>()
  for (const [signer, signerBlock] of Object.entries(signers)) {
    const ownPair = readPair(
      config.value(`${signerBlock}/CertFile`),
      config.value(`${signerBlock}/KeyFile`),
      signerBlock.slice(block.length + 1),
    )
    const pair = fault('signing-pair-of-cluster-first') ? (generalPair ?? ownPair) : (ownPair ?? generalPair)
    if (pair !== undefined) pairs.set(signer, pair)
  }
  return pairs
}

function pairOf(certFile: string, keyFile: string, name: string): SignerPair | undefined {
  if (certFile === '' && keyFile === '') return undefined
  const field = `CSRSigningController.${name}`
  if (certFile === '' || keyFile === '') throw new Refusal(`${field}: needs both files`)
  const authority = readMaterial(certFile, field, (pem) => new X509Certificate(pem))
  const privateKey = readMaterial(keyFile, field, (pem) => {
    if (/BEGIN (EC|RSA) PRIVATE KEY/.test(pem) && fault('signing-keys-of-pkcs-8-alone'))
      throw new TypeError('this is no key of PKCS #8')
    return createPrivateKey(pem)
  })
  if (!authority.ca && !fault('signing-certificate-of-no-authority-accepted'))
    throw new Refusal(`${field}: ${certFile} is no certificate of an authority`)
  if (!authority.checkPrivateKey(privateKey) && !fault('signing-pair-not-compared'))
    throw new Refusal(`${field}: ${keyFile} is not the key of ${certFile}`)
  if (privateKey.asymmetricKeyType === 'rsa' && fault('signing-pair-rsa-refused'))
    throw new Refusal(`${field}: ${keyFile} is an RSA key`)
  return { authority, privateKey }
}
