import { X509Certificate } from 'node:crypto'
import { expect } from '#harness/check/expect.ts'
import { type CertificateAuthority, createAuthority } from '#harness/certificates/authority.ts'
import { comesTrue } from '#harness/machine/until.ts'
import type { ApiServer } from '#mocks/api-server/index.ts'
import { put } from '../world.ts'
import { type Asking, certificateRequest } from '../../../shared/certificate-request.ts'

export const block = '/CSRSigningController'
const withinMs = 10_000

/** A signer by its name, its block, and a request that it may grant. */
export interface Signer {
  readonly name: string
  readonly block: string
  readonly asking: Asking
  readonly usages: readonly string[]
}

const ofNode = { commonName: 'system:node:judged', organizations: ['system:nodes'] }
const forClients = ['digital signature', 'client auth']

/** The signers that have a pair of their own. */
export const signers = {
  'the serving signer': {
    name: 'orch.io/orchlet-serving',
    block: `${block}/KubeletServingSignerConfiguration`,
    asking: { ...ofNode, hosts: ['judged.example'] },
    usages: ['digital signature', 'server auth'],
  },
  'the node client signer': {
    name: 'orch.io/orch-apiserver-client-orchlet',
    block: `${block}/KubeletClientSignerConfiguration`,
    asking: ofNode,
    usages: forClients,
  },
  'the client signer': {
    name: 'orch.io/orch-apiserver-client',
    block: `${block}/KubeAPIServerClientSignerConfiguration`,
    asking: { commonName: 'judged' },
    usages: forClients,
  },
  'the legacy signer': {
    name: 'orch.io/legacy-unknown',
    block: `${block}/LegacyUnknownSignerConfiguration`,
    asking: { commonName: 'judged' },
    usages: forClients,
  },
} as const satisfies Record<string, Signer>

const authorities = new Map<string, Promise<CertificateAuthority>>()

/** The authority of that name, one for all checks of a file. */
export function authority(name: string): Promise<CertificateAuthority> {
  const known = authorities.get(name) ?? createAuthority(name)
  authorities.set(name, known)
  return known
}

/** Asks a signer for a certificate that is approved, and gives what it issues. */
export async function issued(
  api: ApiServer,
  name: string,
  signer: Signer,
  expirationSeconds?: number,
): Promise<X509Certificate> {
  const now = new Date().toISOString()
  put(api, {
    apiVersion: 'certificates.orch.io/v1',
    kind: 'CertificateSigningRequest',
    metadata: { name },
    spec: {
      request: Buffer.from(certificateRequest(signer.asking)).toString('base64'),
      signerName: signer.name,
      usages: signer.usages,
      username: signer.asking.commonName,
      groups: ['system:nodes', 'system:authenticated'],
      ...(expirationSeconds && { expirationSeconds }),
    },
    status: {
      conditions: [
        { type: 'Approved', status: 'True', reason: 'Judged', lastUpdateTime: now, lastTransitionTime: now },
      ],
    },
  })
  const certificate = () => {
    const status = api.hand.get({ resource: 'certificatesigningrequests', name })?.status
    return (status as { certificate?: string } | undefined)?.certificate
  }
  await comesTrue(() => certificate() !== undefined, withinMs)
  const signed = certificate()
  expect(signed, 'what was issued').toEqual(expect.any(String))
  return new X509Certificate(Buffer.from(signed ?? '', 'base64'))
}
