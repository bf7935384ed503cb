import { X509Certificate } from 'node:crypto'
import { becomesTrue, expect } from '#kit'
import { file } from '#kit/launch.ts'
import { type CertificateAuthority, createAuthority } from '#harness/certificates/authority.ts'
import type { ApiServer } from '#mocks/api-server/index.ts'
import { putObject } from '../fixture.ts'
import { type CertificateSubject, certificateRequest } from '../../../shared/certificate-request.ts'
import { reconciledWithinMs } from '../requests.ts'

export const block = '/CSRSigningController'
/** JSON pointer of the maximum lifetime. */
export const durationField = `${block}/ClusterSigningDuration`
/** Maximum clock difference between a machine and a signer, in milliseconds. */
export const slackMs = 60_000

/** Signer with its name, its configuration block, and a request that it may sign. */
export interface Signer {
  readonly name: string
  readonly block: string
  readonly subject: CertificateSubject
  readonly usages: readonly string[]
}

const nodeSubject = { commonName: 'system:node:judged', organizations: ['system:nodes'] }
const clientUsages = ['digital signature', 'client auth']

/** Signers with separate key pairs. */
export const signers = {
  'the serving signer': {
    name: 'orch.io/orchlet-serving',
    block: `${block}/KubeletServingSignerConfiguration`,
    subject: { ...nodeSubject, hosts: ['judged.example'] },
    usages: ['digital signature', 'server auth'],
  },
  'the node client signer': {
    name: 'orch.io/orch-apiserver-client-orchlet',
    block: `${block}/KubeletClientSignerConfiguration`,
    subject: nodeSubject,
    usages: clientUsages,
  },
  'the client signer': {
    name: 'orch.io/orch-apiserver-client',
    block: `${block}/KubeAPIServerClientSignerConfiguration`,
    subject: { commonName: 'judged' },
    usages: clientUsages,
  },
  'the legacy signer': {
    name: 'orch.io/legacy-unknown',
    block: `${block}/LegacyUnknownSignerConfiguration`,
    subject: { commonName: 'judged' },
    usages: clientUsages,
  },
} as const satisfies Record<string, Signer>

/** Returns a file in PEM. */
export const pem = (name: string, content: string) => file(name, content, { verbatim: true })
const authorities = new Map<string, Promise<CertificateAuthority>>()

/** Returns the named authority, which all checks of a file share. */
export function authority(name: string): Promise<CertificateAuthority> {
  const cachedAuthority = authorities.get(name) ?? createAuthority(name)
  authorities.set(name, cachedAuthority)
  return cachedAuthority
}

/**
 * Returns the fields of a manager with a separate key pair for each signer.
 * @param isIncluded selects the signers with a pair; default: all
 */
export async function separatePairs(
  maxDuration: string,
  isIncluded: (name: string) => boolean = () => true,
): Promise<Readonly<Record<string, unknown>>> {
  const includedSigners = Object.entries(signers).filter(([name]) => isIncluded(name))
  const pairs = await Promise.all(
    includedSigners.map(async ([name, signer], number) => {
      const { certificate, key } = await authority(name)
      return [
        [`${signer.block}/CertFile`, pem(`signer-${number}.crt`, certificate)],
        [`${signer.block}/KeyFile`, pem(`signer-${number}.key`, key)],
      ]
    }),
  )
  return { ...Object.fromEntries(pairs.flat() as [string, unknown][]), [durationField]: maxDuration }
}

/** Fields of a request in addition to its signer. */
interface RequestedCertificate {
  readonly expirationSeconds?: number | undefined
  /** Default: true. */
  readonly isApproved?: boolean
  /** False if the request contains no certificate request. Default: true. */
  readonly isValid?: boolean
}

/** Creates a request to a signer. */
export function putRequest(
  api: ApiServer,
  name: string,
  signer: Signer,
  { expirationSeconds, isApproved = true, isValid = true }: RequestedCertificate = {},
): void {
  putObject(api, {
    apiVersion: 'certificates.orch.io/v1',
    kind: 'CertificateSigningRequest',
    metadata: { name },
    spec: {
      request: Buffer.from(isValid ? certificateRequest(signer.subject) : 'no request').toString('base64'),
      signerName: signer.name,
      usages: signer.usages,
      username: signer.subject.commonName,
      groups: ['system:nodes', 'system:authenticated'],
      ...(expirationSeconds && { expirationSeconds }),
    },
    ...(isApproved && { status: statusWith('Approved') }),
  })
}

function statusWith(type: 'Approved' | 'Denied' | 'Failed'): object {
  const nowText = new Date().toISOString()
  return {
    conditions: [
      { type, status: 'True', reason: 'Judged', lastUpdateTime: nowText, lastTransitionTime: nowText },
    ],
  }
}

/** Replaces the decision about an existing request. */
export function setDecision(
  api: ApiServer,
  name: string,
  decision: 'Approved' | 'Denied' | 'Failed' | 'none',
): void {
  const status = decision === 'none' ? { conditions: [] } : statusWith(decision)
  api.hand.patch({ resource: 'certificatesigningrequests', name }, { status })
}

/** Approves an existing request. */
export function approve(api: ApiServer, name: string): void {
  setDecision(api, name, 'Approved')
}

/** Creates an approved request to a signer, and returns the issued certificate. */
export async function issueCertificate(
  api: ApiServer,
  name: string,
  signer: Signer,
  expirationSeconds?: number,
): Promise<X509Certificate> {
  putRequest(api, name, signer, { expirationSeconds })
  return issuedCertificate(api, name)
}

/** Waits for the certificate of a request, and returns it. */
export async function issuedCertificate(api: ApiServer, name: string): Promise<X509Certificate> {
  const certificate = () => {
    const status = api.hand.get({ resource: 'certificatesigningrequests', name })?.status
    return (status as { certificate?: string } | undefined)?.certificate
  }
  await becomesTrue(() => certificate() !== undefined, reconciledWithinMs)
  const encodedCertificate = certificate()
  expect(encodedCertificate, 'what was issued').toEqual(expect.any(String))
  return new X509Certificate(Buffer.from(encodedCertificate ?? '', 'base64'))
}

/** Expects that the named authority issued a certificate. */
export async function expectIssuedBy(name: string, certificate: X509Certificate): Promise<void> {
  const issuer = new X509Certificate((await authority(name)).certificate)
  expect(certificate.issuer).toBe(issuer.subject)
  expect(certificate.verify(issuer.publicKey), 'the signature').toBe(true)
}

/** Returns the remaining validity of a certificate, in milliseconds. */
export const remainingMs = (certificate: X509Certificate) => Date.parse(certificate.validTo) - Date.now()
