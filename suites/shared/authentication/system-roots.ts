import { join } from 'node:path'
import { currentCheck } from '#harness/check/context.ts'
import { makeWorkspace, writePrivate } from '#harness/launch/workspace.ts'

/** The environment of a program on a host that trusts the given certificates (PEM) and no others. */
export async function hostTrusting(certificates: string): Promise<Readonly<Record<string, string>>> {
  currentCheck().needs('ssl-cert-file')
  const path = join(makeWorkspace('host'), 'roots.crt')
  writePrivate(path, certificates)
  // Go and OpenSSL also look at the directory unless it is told otherwise.
  return { SSL_CERT_FILE: path, SSL_CERT_DIR: '/nonexistent' }
}
