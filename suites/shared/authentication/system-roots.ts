import { join } from 'node:path'
import { currentCheck } from '#kit'
import { makeWorkspace, writePrivate } from '#kit/launch.ts'

/** Returns the environment of a program on a host that trusts only the given certificates (PEM). */
export async function hostWithTrust(certificates: string): Promise<Readonly<Record<string, string>>> {
  currentCheck().needs('ssl-cert-file')
  const path = join(makeWorkspace('host'), 'roots.crt')
  writePrivate(path, certificates)
  // Sets the directory to a path that does not exist, because Go and OpenSSL also read the default directory.
  return { SSL_CERT_FILE: path, SSL_CERT_DIR: '/nonexistent' }
}
