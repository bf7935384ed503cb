import { generateKeyPairSync } from 'node:crypto'
import { join } from 'node:path'
import { type CertificateAuthority, createAuthority, type KeyPair } from '../certificates/authority.ts'
import type { Dialect } from '../dialect/dialect.ts'
import type { WrittenFile } from '../launch/flags.ts'
import { makeWorkspace, writePrivate } from '../launch/workspace.ts'

/** Certificates and keys that every launched server of a worker shares. */
export interface Credentials {
  readonly authority: CertificateAuthority
  readonly serving: KeyPair
  /** Client certificate of the harness's own administrator. */
  readonly admin: KeyPair
  /** Paths of the files that the flags of every server name. They are written once, because a run has many starts. */
  readonly files: Readonly<Record<'authority' | 'serving' | 'servingKey' | 'serviceAccountKey', WrittenFile>>
}

/** Common name of the harness's own administrator. */
export const adminName = 'orch-conformance-admin'

let sharedCredentials: Promise<Credentials> | undefined

/** Makes the credentials on first use; one set per worker, because they cost some ten milliseconds. */
export function credentials(dialect: Dialect): Promise<Credentials> {
  sharedCredentials ??= makeCredentials(dialect)
  return sharedCredentials
}

async function makeCredentials(dialect: Dialect): Promise<Credentials> {
  const authority = await createAuthority()
  const servingCertificate = authority.issue({
    commonName: 'apiserver',
    // The second address of loopback is served by programs of which a check configures the address.
    hosts: ['localhost', '127.0.0.1', '127.0.0.2'],
  })
  const admin = authority.issue({
    commonName: adminName,
    organizations: dialect.adminOrganizations,
    usage: 'client',
    hosts: [],
  })
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const serviceAccountKey = privateKey.export({ format: 'pem', type: 'sec1' }).toString()
  const directory = makeWorkspace('credentials')
  const writeFile = (name: string, content: string): WrittenFile => {
    const path = join(directory, name)
    writePrivate(path, content)
    return { path }
  }
  const files = {
    authority: writeFile('client-ca.crt', authority.certificate),
    serving: writeFile('serving.crt', servingCertificate.certificate),
    servingKey: writeFile('serving.key', servingCertificate.key),
    serviceAccountKey: writeFile('service-account.key', serviceAccountKey),
  }
  return { authority, serving: servingCertificate, admin, files }
}
