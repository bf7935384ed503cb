import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { certificate } from '../../certificates/certificate.ts'
import { readRequest } from '../../certificates/request.ts'
import type { ApiObject } from '../../manager/api.ts'
import { Refusal } from '../../flags/refusal.ts'
import type { Controller, Loop, ManagerConfiguration } from './controller.ts'
import { at, conditionOf, numberAt, textAt } from '../../manager/object.ts'
import { readMaterial } from '../../manager/engine/read-material.ts'
import { resources } from '../../manager/engine/resources.ts'

const block = '/CSRSigningController'

// Each signer by its name, and the block of its own pair.
const signers = {
  'orch.io/orchlet-serving': `${block}/KubeletServingSignerConfiguration`,
  'orch.io/orch-apiserver-client-orchlet': `${block}/KubeletClientSignerConfiguration`,
  'orch.io/orch-apiserver-client': `${block}/KubeAPIServerClientSignerConfiguration`,
  'orch.io/legacy-unknown': `${block}/LegacyUnknownSignerConfiguration`,
} as const

interface Pair {
  readonly authority: X509Certificate
  readonly privateKey: KeyObject
}

/** Signs approved requests, each with the pair of its signer. */
export const signingController: Controller = {
  name: 'certificatesigningrequest-signing-controller',
  check: (config) => void pairsOf(config),
  start(loop) {
    const pairs = pairsOf(loop.config)
    loop.work(resources.requests, {
      workers: 5,
      takes: (request) => isApproved(request) && textAt(request, 'status.certificate') === '',
      async sync(request) {
        const pair = pairs.get(textAt(request, 'spec.signerName'))
        if (pair === undefined) return
        const status = { ...toStatus(request), certificate: encoded(signed(loop, request, pair)) }
        await loop.write.update(resources.requests, { ...request, status }, 'status')
      },
    })
  },
}

const isApproved = (request: ApiObject) => conditionOf(request, 'Approved')?.['status'] === 'True'
const toStatus = (request: ApiObject) => ({ conditions: at(request, 'status.conditions') })
const encoded = (text: string) => Buffer.from(text).toString('base64')

function signed({ config, quirks }: Loop, request: ApiObject, { authority, privateKey }: Pair): string {
  const asked = readRequest(Buffer.from(textAt(request, 'spec.request'), 'base64').toString())
  const mostMs = config.value(`${block}/ClusterSigningDuration`)
  const wantedMs = numberAt(request, 'spec.expirationSeconds', Number.POSITIVE_INFINITY) * 1000
  const isUnheard = wantedMs < mostMs && quirks.fault('csr-expiration-seconds-ignored')
  const isCut =
    wantedMs > mostMs && Number.isFinite(wantedMs) && !quirks.fault('csr-expiration-seconds-unlimited')
  const lifeMs = isUnheard || isCut ? mostMs : Math.min(wantedMs, isCut ? mostMs : wantedMs)
  const fromMs = Date.now()
  return certificate(
    { ...asked, fromMs, untilMs: fromMs + (Number.isFinite(lifeMs) ? lifeMs : mostMs) },
    { commonName: /CN=(.+)/.exec(authority.subject)?.[1] ?? '', privateKey },
  )
}

function pairsOf(config: ManagerConfiguration): ReadonlyMap<string, Pair> {
  const general = pairOf(
    config.value(`${block}/ClusterSigningCertFile`),
    config.value(`${block}/ClusterSigningKeyFile`),
    'ClusterSigning',
  )
  const pairs = new Map<string, Pair>()
  for (const [signer, own] of Object.entries(signers)) {
    const pair =
      pairOf(config.value(`${own}/CertFile`), config.value(`${own}/KeyFile`), own.slice(block.length + 1)) ??
      general
    if (pair !== undefined) pairs.set(signer, pair)
  }
  return pairs
}

function pairOf(certFile: string, keyFile: string, name: string): Pair | undefined {
  if (certFile === '' && keyFile === '') return undefined
  if (certFile === '' || keyFile === '') throw new Refusal(`CSRSigningController.${name}: needs both files`)
  return {
    authority: readMaterial(certFile, `CSRSigningController.${name}`, (pem) => new X509Certificate(pem)),
    privateKey: readMaterial(keyFile, `CSRSigningController.${name}`, (pem) => createPrivateKey(pem)),
  }
}
