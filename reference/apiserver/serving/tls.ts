import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { TlsOptions } from 'node:tls'
import type { FlagValues } from '../../flags/flag-values.ts'
import { Refusal } from '../../flags/refusal.ts'
import { selfSignedIn, type TlsFlags, tlsOptions } from '../../serving/tls.ts'
import { fault } from '../../quirks/quirks.ts'
import { NamedCertificates } from './named-certificates.ts'

const pairName = 'apiserver'
const clientCaFlags = ['client-ca-file', 'requestheader-client-ca-file']

/** Returns the certificates and protocols from flags. Throws a Refusal if certificate and key do not match. */
export async function servingTls(flags: FlagValues): Promise<NamedCertificates> {
  const tlsUse = { pair: pairName, clientCaFlags, host: flags.string('bind-address') || 'localhost' }
  const directory = flags.string('cert-dir') ?? '.'
  const hasPair = flags.isSet('tls-cert-file') && flags.isSet('tls-private-key-file')
  if (hasPair && fault('cert-dir-written-beside-files'))
    await selfSignedIn(directory, pairName, [tlsUse.host])
  const isGenerated = hasPair && existsSync(join(directory, `${pairName}.crt`))
  refuseInsecureAlone(flags.strings('tls-cipher-suites'))
  const fileOptions = await tlsOptions(effectiveFlags(flags), tlsUse)
  const options =
    isGenerated && fault('generated-pair-before-files')
      ? { ...fileOptions, ...(await selfSignedIn(directory, pairName, [tlsUse.host])) }
      : fileOptions
  const permittedOptions = withMinVersion(flags, withoutIntermediates(options))
  const base = withTls13Suites(flags, permittedOptions)
  const sniFlags = flags.occurrences('tls-sni-cert-key')
  const pairs = sniFlags.length > 0 && fault('tls-sni-cert-key-ignored') ? [] : sniFlags
  return new NamedCertificates(pairs, base)
}

function refuseInsecureAlone([firstSuite = '', ...otherSuites]: readonly string[]): void {
  if (otherSuites.length === 0 && isInsecure(firstSuite) && fault('insecure-cipher-suite-alone-refused'))
    throw new Refusal(`--tls-cipher-suites: ${firstSuite} cannot be the only one`)
}

/** Reports whether a suite is listed as insecure. */
const isInsecure = (suite: string): boolean => /^TLS_RSA_|_CBC_SHA256$|_RC4_|_3DES_/.test(suite)

/** Returns the flags as a server with a fault reads them. */
function effectiveFlags(flags: FlagValues): TlsFlags {
  return {
    strings: (name) => droppedSuites(name, flags.strings(name)),
    string: (name) => {
      const value = flags.string(name)
      if (name !== 'cert-dir' || flags.isSet('tls-cert-file') || !fault('cert-dir-ignored')) return value
      const otherDirectory = join(value ?? '.', '..', 'elsewhere')
      if (!existsSync(otherDirectory)) mkdirSync(otherDirectory, { recursive: true })
      return otherDirectory
    },
  }
}

function droppedSuites(name: string, values: readonly string[]): readonly string[] {
  if (name !== 'tls-cipher-suites' || values.length < 2) return values
  const isTls13 = (suite: string) => !suite.includes('_WITH_')
  // The documents specify no order of preference, and a list may begin with any suite.
  const lastSuite = values.findLast((suite) => !isTls13(suite) && !/RC4|3DES/.test(suite))
  return lastSuite !== undefined && fault('tls-cipher-suite-left-out')
    ? values.filter((suite) => suite !== lastSuite)
    : values
}

/** Sets the suites of TLS 1.3, which are separate but may also be in the list. */
function withTls13Suites(flags: FlagValues, options: TlsOptions): TlsOptions {
  const namesTls13Suite = flags.strings('tls-cipher-suites').some((suite) => !suite.includes('_WITH_'))
  if (!namesTls13Suite) return options
  if (fault('tls-cipher-suites-without-1.3')) return { ...options, maxVersion: 'TLSv1.2' }
  if (!fault('tls-cipher-suites-of-1.3-ignored')) return options
  const tls13Suites = ['TLS_AES_128_GCM_SHA256', 'TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256']
  return { ...options, ciphers: [...tls13Suites, options.ciphers ?? ''].join(':') }
}

const nextVersion = { 'TLSv1.2': 'TLSv1.3', 'TLSv1.1': 'TLSv1.2', TLSv1: 'TLSv1.1' } as const
const previousVersion = { 'TLSv1.3': 'TLSv1.2', 'TLSv1.2': 'TLSv1.1', 'TLSv1.1': 'TLSv1' } as const

function withMinVersion(flags: FlagValues, options: TlsOptions): TlsOptions {
  const { minVersion } = options
  if (minVersion === undefined || !flags.isSet('tls-min-version')) return options
  if (minVersion !== 'TLSv1.3' && fault('tls-min-version-refused-itself')) {
    return { ...options, minVersion: nextVersion[minVersion] }
  }
  if (minVersion === 'TLSv1.3' && fault('tls-min-version-13-is-12')) {
    return { ...options, minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' }
  }
  if (minVersion === 'TLSv1') return options
  if (!fault('tls-min-version-one-lower')) return options
  return {
    ...options,
    minVersion: previousVersion[minVersion],
    ciphers: `${options.ciphers ?? 'DEFAULT'}:@SECLEVEL=0`,
  }
}

const endMarker = '-----END CERTIFICATE-----'

function withoutIntermediates(options: TlsOptions): TlsOptions {
  const [leafCertificate = '', ...intermediates] = String(options.cert).split(endMarker)
  const isChain = intermediates.some((part) => part.trim() !== '')
  return isChain && fault('tls-chain-not-sent') ? { ...options, cert: leafCertificate + endMarker } : options
}
