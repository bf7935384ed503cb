import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rootCertificates } from 'node:tls'

const bundles = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/cert.pem',
]

/**
 * Returns the trusted certificates of the host in PEM. As for OpenSSL, `SSL_CERT_FILE` and `SSL_CERT_DIR` replace their
 * default location.
 */
export function readSystemRoots(): string[] {
  // Node itself reads these variables only in some builds and with a flag.
  const { SSL_CERT_FILE: file, SSL_CERT_DIR: directories } = process.env
  const fromFile = readFirst(file === undefined ? bundles : [file])
  const fromDirectories = (directories ?? '').split(':').filter(Boolean).flatMap(readDirectory)
  const certificates = [...fromFile, ...fromDirectories]
  return certificates.length === 0 && file === undefined ? [...rootCertificates] : certificates
}

function readFirst(files: readonly string[]): string[] {
  for (const file of files) {
    const text = readOptional(file)
    if (text !== undefined) return [text]
  }
  return []
}

function readDirectory(directory: string): string[] {
  try {
    return readdirSync(directory).flatMap((name) => readOptional(join(directory, name)) ?? [])
  } catch {
    return []
  }
}

function readOptional(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
