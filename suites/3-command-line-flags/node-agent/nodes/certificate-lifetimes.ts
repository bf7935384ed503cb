import { X509Certificate } from 'node:crypto'
import { dirname, join } from 'node:path'
import { createAuthority } from '#harness/certificates/authority.ts'
import { becomesTrue, shared } from '#kit'
import { sharedAgent } from '../../../shared/node-agent.ts'
import {
  requestsWithinMs,
  bootstrapFlags,
  issueCertificate,
  requestsOf,
  sharedSigningFixture,
} from './signing.ts'

/** The signer of serving certificates. */
export const servingSigner = 'orch.io/orchlet-serving'
/** The signer of client certificates of node agents. */
export const clientSigner = 'orch.io/orch-apiserver-client-orchlet'
export const minuteMs = 60_000

/** Returns a validity that ends in the distant future. */
export const longValidity = () => ({
  notBefore: new Date(Date.now() - 10 * minuteMs),
  notAfter: new Date(Date.now() + 100 * 24 * 60 * minuteMs),
})
/** Flags of an agent that requests its serving certificate. */
export const servingFlags = {
  '--rotate-server-certificates': true,
  '--feature-gates': 'RotateOrchletServerCertificate=true',
  '--tls-cert-file': undefined,
  '--tls-private-key-file': undefined,
}

/** Signing environment of an agent with long-lived certificates. */
export const longLivedSigning = sharedSigningFixture()
/** Returns the flags of an agent with long-lived certificates. */
export const longLivedFlags = async () => {
  const signingFixture = await longLivedSigning()
  return {
    ...bootstrapFlags(signingFixture),
    ...servingFlags,
    '--rotate-certificates': true,
    '--cert-dir': { path: join(dirname(signingFixture.path), 'pki') },
  }
}
/** First agent with long-lived certificates. */
export const longLivedAgent = sharedAgent(async () => {
  void certificateFile(clientSigner)
  return { flags: await longLivedFlags() }
})
const certificateFileOf = (signer: string) =>
  shared(async () => {
    const { api } = await longLivedSigning()
    await becomesTrue(() => requestsOf(api, signer).length > 0, requestsWithinMs)
    const [first] = requestsOf(api, signer)
    return first && new X509Certificate(issueCertificate(api, first, await createAuthority(), longValidity()))
  })
const certificateFiles = {
  [servingSigner]: certificateFileOf(servingSigner),
  [clientSigner]: certificateFileOf(clientSigner),
}
/** Returns the file with the first certificate of a signer. */
export const certificateFile = (signer: keyof typeof certificateFiles) => certificateFiles[signer]?.()
