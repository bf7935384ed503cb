import { HarnessError } from '#kit'
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

/** Certificate chains that the root verifies, by the words after "a certificate below …". */
export const verifiedChains: Readonly<Record<string, Below>> = {
  'an intermediate that is shown': async (root) => {
    const intermediateAuthority = await createAuthority('an intermediate', root)
    return withPresentedChain(intermediateAuthority, [intermediateAuthority.certificate])
  },
  'two intermediates that are shown': async (root) => {
    const upperIntermediate = await createAuthority('an upper intermediate', root)
    const lowerIntermediate = await createAuthority('a lower intermediate', upperIntermediate)
    return withPresentedChain(lowerIntermediate, [
      lowerIntermediate.certificate,
      upperIntermediate.certificate,
    ])
  },
}

/** Certificate chains that the root does not verify, each for one reason. */
export const unverifiedChains: Readonly<Record<string, Below>> = {
  'an intermediate that the handshake lacks': async (root) => createAuthority('an intermediate', root),
  'an intermediate that has expired': async (root) => {
    const intermediateAuthority = await createAuthority('an intermediate', root, 'ec', pastValidity())
    return withPresentedChain(intermediateAuthority, [intermediateAuthority.certificate])
  },
  'an intermediate, and has expired itself': async (root) => {
    const intermediateAuthority = await createAuthority('an intermediate', root)
    return withPresentedChain(intermediateAuthority, [intermediateAuthority.certificate], pastValidity)
  },
  'an intermediate of another root': async () => {
    const intermediateAuthority = await createAuthority(
      'an intermediate',
      await createAuthority('another root'),
    )
    return withPresentedChain(intermediateAuthority, [intermediateAuthority.certificate])
  },
  'a certificate that is no authority': async (root) => {
    const { certificate, key } = root.issue({ commonName: 'no authority', usage: 'both' })
    const intermediateAuthority = await createAuthority('an intermediate', { ...root, certificate, key })
    return withPresentedChain(intermediateAuthority, [intermediateAuthority.certificate, certificate])
  },
}

/** Returns one certificate chain of a table. */
export function chainNamed(table: Readonly<Record<string, Below>>, name: string): Below {
  return async (root) => {
    const authorityBelow = table[name]
    if (authorityBelow === undefined) throw new HarnessError('harness-fault', `There is no chain ${name}.`)
    return authorityBelow(root)
  }
}
