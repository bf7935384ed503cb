import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Refusal } from '../../flags/refusal.ts'

/** Reads the certificates of a PEM bundle that a flag names. Throws a Refusal for a file without certificates. */
export function readRoots(file: string, flag: string): readonly X509Certificate[] {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (cause) {
    throw new Refusal(`--${flag}: ${file} cannot be read (${(cause as NodeJS.ErrnoException).code})`)
  }
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  try {
    if (blocks.length > 0) return blocks.map((block) => new X509Certificate(block))
  } catch {
    // Reported like a file without certificates.
  }
  throw new Refusal(`--${flag}: ${file} holds no certificates`)
}

/**
 * Reports whether a chain of DER certificates, each issued by the next, ends below one of the roots. TLS verifies times
 * and purposes.
 */
export function chainsTo(chain: readonly Uint8Array[], roots: readonly X509Certificate[]): boolean {
  for (const [index, der] of chain.entries()) {
    const certificate = new X509Certificate(der)
    if (roots.some((root) => isIssuedBy(certificate, root))) return true
    const next = chain[index + 1]
    if (next === undefined || !isIssuedBy(certificate, new X509Certificate(next))) return false
  }
  return false
}

function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)
}
