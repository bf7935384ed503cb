import { generateKeyPairSync } from 'node:crypto'
import { type CertificateAuthority, createAuthority, type KeyPair } from '../certificates.ts'
import type { Dialect } from '../dialect/dialect.ts'

/** The certificates and keys that every launched server of a worker shares. */
export interface Credentials {
  readonly authority: CertificateAuthority
  readonly serving: KeyPair
  /** The harness's own administrator, a client certificate. */
  readonly admin: KeyPair
  /** Private key that signs service-account tokens, PEM. */
  readonly serviceAccountKey: string
}

export const adminName = 'orch-conformance-admin'

let shared: Promise<Credentials> | undefined

/** Makes the credentials on first use; one set a worker, because they cost some ten milliseconds. */
export function credentials(dialect: Dialect): Promise<Credentials> {
  shared ??= makeCredentials(dialect)
  return shared
}

async function makeCredentials(dialect: Dialect): Promise<Credentials> {
  const authority = await createAuthority()
  const [serving, admin] = await Promise.all([
    authority.issue({ commonName: 'apiserver' }),
    authority.issue({
      commonName: adminName,
      organizations: dialect.adminOrganizations,
      usage: 'client',
      hosts: [],
    }),
  ])
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const serviceAccountKey = privateKey.export({ format: 'pem', type: 'sec1' }).toString()
  return { authority, serving, admin, serviceAccountKey }
}
