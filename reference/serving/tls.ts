import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { getCiphers, type SecureVersion, type TlsOptions } from 'node:tls'
import type { FlagValues } from '../flags/flag-values.ts'
import { Refusal } from '../flags/refusal.ts'
import { fault } from '../quirks/quirks.ts'

/** Settings of TLS that differ between programs. */
export interface TlsUse {
  /** Name of a self-signed pair, which consists of `NAME.crt` and `NAME.key`. */
  readonly pair: string
  /** Flags that name files with client CAs. */
  readonly clientCaFlags: readonly string[]
  /** Host of a self-signed certificate, in addition to loopback. Default: localhost. */
  readonly host?: string | undefined
}

/** Access to the values of flags that concern TLS. */
export type TlsFlags = Pick<FlagValues, 'string' | 'strings'>

const versions: Readonly<Record<string, SecureVersion>> = {
  VersionTLS10: 'TLSv1',
  VersionTLS11: 'TLSv1.1',
  VersionTLS12: 'TLSv1.2',
  VersionTLS13: 'TLSv1.3',
}

/** Returns the TLS options of the flags. Throws a Refusal for files that cannot be read or do not match. */
export async function tlsOptions(
  flags: TlsFlags,
  { pair, clientCaFlags, host = 'localhost' }: TlsUse,
): Promise<TlsOptions> {
  const roots = clientCaFlags.flatMap((flag) => {
    const file = flags.string(flag)
    return file === undefined ? [] : [readTlsFile(file, flag)]
  })
  return {
    ...(await servingCertificate(flags, pair, host)),
    ...protocolOptions(flags),
    ...(roots.length === 0 ? {} : { ca: roots, requestCert: true, rejectUnauthorized: false }),
  }
}

async function servingCertificate(flags: TlsFlags, pair: string, host: string): Promise<TlsOptions> {
  const certFile = flags.string('tls-cert-file')
  const keyFile = flags.string('tls-private-key-file')
  if ((certFile === undefined) !== (keyFile === undefined) && !fault('tls-file-alone-accepted')) {
    throw new Refusal('--tls-cert-file and --tls-private-key-file go together')
  }
  if (certFile !== undefined && keyFile !== undefined) {
    const cert = readTlsFile(certFile, 'tls-cert-file')
    const key = readTlsFile(keyFile, 'tls-private-key-file')
    if (keyMatchesCertificate(cert, key)) return { cert, key }
    if (!fault('tls-key-mismatch-accepted'))
      throw new Refusal('--tls-private-key-file: does not belong to --tls-cert-file')
  }
  return selfSignedIn(flags.string('cert-dir') ?? '.', pair, [host])
}

/** Reports whether certificate and key are a pair; false for files with other content. */
function keyMatchesCertificate(certificate: Buffer, key: Buffer): boolean {
  try {
    return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key))
  } catch {
    return false
  }
}

/**
 * Returns a self-signed pair in the given directory, existing or new. The code that creates a pair is large, so it is
 * loaded only here.
 */
export async function selfSignedIn(
  directory: string,
  pair: string,
  hosts: readonly string[],
): Promise<{ readonly cert: string; readonly key: string }> {
  const { loadOrCreatePair } = await import('./self-signed-files.ts')
  return loadOrCreatePair(directory, pair, hosts)
}

function protocolOptions(flags: TlsFlags): TlsOptions {
  const version = flags.string('tls-min-version')
  const minVersion = version === undefined || fault('tls-min-version-ignored') ? undefined : versions[version]
  const allSuites = flags.strings('tls-cipher-suites')
  const suites = allSuites.length > 1 && fault('only-first-cipher-suite') ? allSuites.slice(0, 1) : allSuites
  if (suites.includes('TLS_AES_128_GCM_SHA256') && fault('preferred-cipher-suite-refused')) {
    throw new Refusal('--tls-cipher-suites: TLS_AES_128_GCM_SHA256 cannot be had')
  }
  if (suites.includes('TLS_RSA_WITH_RC4_128_SHA') && fault('insecure-cipher-suite-refused')) {
    throw new Refusal('--tls-cipher-suites: TLS_RSA_WITH_RC4_128_SHA cannot be had')
  }
  const isLegacyVersion = minVersion === 'TLSv1' || minVersion === 'TLSv1.1'
  const cipherNames =
    suites.length === 0 || fault('tls-cipher-suites-ignored') ? undefined : opensslNames(suites)
  const ciphers = isLegacyVersion ? `${cipherNames ?? 'DEFAULT'}:@SECLEVEL=0` : cipherNames
  const isRaised = isLegacyVersion && fault('tls-min-version-at-least-12')
  return {
    minVersion: isRaised ? 'TLSv1.2' : (minVersion ?? 'TLSv1.2'),
    ...(ciphers === undefined ? {} : { ciphers }),
  }
}

/** Returns the OpenSSL names of IANA cipher suites, without suites that this runtime does not support. */
function opensslNames(suites: readonly string[]): string {
  const knownCiphers = new Set(getCiphers())
  const names = suites.map((suite) =>
    suite.includes('_WITH_')
      ? suite
          .replace(/^TLS_/, '')
          .replace(/^RSA_WITH_/, '')
          .replace('_WITH_', '_')
          .replace(/CHACHA20_POLY1305.*/, 'CHACHA20-POLY1305')
          .replace('3DES_EDE_CBC', 'DES-CBC3')
          .replace('_CBC', '')
          .replace('RC4_128', 'RC4')
          .replaceAll('AES_', 'AES')
          .replaceAll('_', '-')
      : suite,
  )
  const supportedNames = names.filter((name) => knownCiphers.has(name.toLowerCase()))
  if (supportedNames.length === 0) throw new Refusal('--tls-cipher-suites: none of them is available here')
  return supportedNames.join(':')
}

function readTlsFile(file: string, flag: string): Buffer {
  try {
    return readFileSync(file)
  } catch (cause) {
    throw new Refusal(`--${flag}: ${file} cannot be read (${(cause as NodeJS.ErrnoException).code})`)
  }
}
