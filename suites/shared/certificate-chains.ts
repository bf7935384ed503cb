import { caseOf, formerly, HarnessError, type NamedCases } from '#kit'
import {
  type CertificateAuthority,
  createAuthority,
  type LeafOptions,
} from '#harness/certificates/authority.ts'

/** Creates an authority below a root. Its certificates include the intermediates up to the root. */
export type Below = (root: CertificateAuthority) => Promise<CertificateAuthority>

const hourMs = 3_600_000
const pastValidity = (): Pick<LeafOptions, 'notBefore' | 'notAfter'> => ({
  notBefore: new Date(Date.now() - 2 * hourMs),
  notAfter: new Date(Date.now() - hourMs),
})

/** Validity of certificates that are not valid now, by the words after "a certificate that …". */
export const invalidTimes = {
  'has expired': pastValidity,
  'is not valid yet': (): Pick<LeafOptions, 'notBefore' | 'notAfter'> => ({
    notBefore: new Date(Date.now() + hourMs),
    notAfter: new Date(Date.now() + 2 * hourMs),
  }),
} as const

/** Returns the authority with further certificates after each issued certificate, and with changed options. */
function withPresentedChain(
  authority: CertificateAuthority,
  certificatesAbove: readonly string[],
  changes: () => Partial<LeafOptions> = () => ({}),
): CertificateAuthority {
  return {
    ...authority,
    issue: (options) => {
      const { certificate, key } = authority.issue({ ...options, ...changes() })
      return { certificate: [certificate, ...certificatesAbove].join('\n'), key }
    },
  }
}

/** Certificate chains that the root verifies, by the words after "a certificate signed by …". */
export const verifiedChains: NamedCases<Below> = {
  'an intermediate CA whose certificate is presented': formerly(
    'an intermediate that is shown',
    async (root) => {
      const intermediateAuthority = await createAuthority('an intermediate', root)
      return withPresentedChain(intermediateAuthority, [intermediateAuthority.certificate])
    },
  ),
  'two intermediate CAs whose certificates are presented': formerly(
    'two intermediates that are shown',
    async (root) => {
      const upperIntermediate = await createAuthority('an upper intermediate', root)
      const lowerIntermediate = await createAuthority('a lower intermediate', upperIntermediate)
      return withPresentedChain(lowerIntermediate, [
        lowerIntermediate.certificate,
        upperIntermediate.certificate,
      ])
    },
  ),
}

/** Certificate chains that the root does not verify, each for one reason. */
export const unverifiedChains: NamedCases<Below> = {
  'an intermediate CA whose certificate is not presented': formerly(
    'an intermediate that the handshake lacks',
    async (root) => createAuthority('an intermediate', root),
  ),
  'an intermediate CA whose certificate has expired': formerly(
    'an intermediate that has expired',
    async (root) => {
      const intermediateAuthority = await createAuthority('an intermediate', root, 'ec', pastValidity())
      return withPresentedChain(intermediateAuthority, [intermediateAuthority.certificate])
    },
  ),
  'an intermediate CA if the certificate itself has expired': formerly(
    'an intermediate, and has expired itself',
    async (root) => {
      const intermediateAuthority = await createAuthority('an intermediate', root)
      return withPresentedChain(intermediateAuthority, [intermediateAuthority.certificate], pastValidity)
    },
  ),
  'an intermediate CA of another root': formerly('an intermediate of another root', async () => {
    const intermediateAuthority = await createAuthority(
      'an intermediate',
      await createAuthority('another root'),
    )
    return withPresentedChain(intermediateAuthority, [intermediateAuthority.certificate])
  }),
  'an intermediate CA that a leaf certificate signed': formerly(
    'a certificate that is no authority',
    async (root) => {
      const { certificate, key } = root.issue({ commonName: 'no authority', usage: 'both' })
      const intermediateAuthority = await createAuthority('an intermediate', { ...root, certificate, key })
      return withPresentedChain(intermediateAuthority, [intermediateAuthority.certificate, certificate])
    },
  ),
}

/** Returns one certificate chain of a table. */
export function chainNamed(table: NamedCases<Below>, name: string): Below {
  return async (root) => {
    const chain = table[name]
    if (chain === undefined) throw new HarnessError('harness-fault', `There is no chain ${name}.`)
    return caseOf(chain).value(root)
  }
}
