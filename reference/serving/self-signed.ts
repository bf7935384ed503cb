import { generateKeyPairSync } from 'node:crypto'
import { certificate } from '../certificates/certificate.ts'

const yearMs = 365 * 24 * 3_600_000

/** Returns a key and a self-signed certificate in PEM for a server of the hosts. */
export function selfSignedPair(
  commonName: string,
  hosts: readonly string[],
): { readonly cert: string; readonly key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const nowMs = Date.now()
  const validity = { fromMs: nowMs - 3_600_000, untilMs: nowMs + yearMs }
  // The certificate is its own CA, so that clients can trust exactly this certificate.
  const content = { commonName, publicKey, ...validity, isAuthority: true, hosts }
  return {
    cert: certificate(content, { commonName, privateKey }),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}
