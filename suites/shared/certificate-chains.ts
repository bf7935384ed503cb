import { HarnessError } from '#kit'
import {
  type CertificateAuthority,
  createAuthority,
  type LeafOptions,
} from '#harness/certificates/authority.ts'

/** Creates an authority below a root. Its certificates are sent with the intermediates up to the root. */
export type Below = (root: CertificateAuthority) => Promise<CertificateAuthority>

const hourMs = 3_600_000
const past = (): Pick<LeafOptions, 'notBefore' | 'notAfter'> => ({
  notBefore: new Date(Date.now() - 2 * hourMs),
  notAfter: new Date(Date.now() - hourMs),
})

/** Returns the authority with further certificates after each issued one, and with changed options. */
function showing(
  authority: CertificateAuthority,
  above: readonly string[],
  changes: () => Partial<LeafOptions> = () => ({}),
): CertificateAuthority {
  return {
    ...authority,
    issue: (options) => {
      const { certificate, key } = authority.issue({ ...options, ...changes() })
      return { certificate: [certificate, ...above].join('\n'), key }
    },
  }
}

/** Certificate chains that the root verifies, by the words after "a certificate below …". */
export const verified: Readonly<Record<string, Below>> = {
  'an intermediate that is shown': async (root) => {
    const middle = await createAuthority('an intermediate', root)
    return showing(middle, [middle.certificate])
  },
  'two intermediates that are shown': async (root) => {
    const upper = await createAuthority('an upper intermediate', root)
    const lower = await createAuthority('a lower intermediate', upper)
    return showing(lower, [lower.certificate, upper.certificate])
  },
}

/** Certificate chains that the root does not verify, for one reason each. */
export const unverified: Readonly<Record<string, Below>> = {
  'an intermediate that the handshake lacks': async (root) => createAuthority('an intermediate', root),
  'an intermediate that has expired': async (root) => {
    const middle = await createAuthority('an intermediate', root, 'ec', past())
    return showing(middle, [middle.certificate])
  },
  'an intermediate, and has expired itself': async (root) => {
    const middle = await createAuthority('an intermediate', root)
    return showing(middle, [middle.certificate], past)
  },
  'an intermediate of another root': async () => {
    const middle = await createAuthority('an intermediate', await createAuthority('another root'))
    return showing(middle, [middle.certificate])
  },
  'a certificate that is no authority': async (root) => {
    const { certificate, key } = root.issue({ commonName: 'no authority', usage: 'both' })
    const middle = await createAuthority('an intermediate', { ...root, certificate, key })
    return showing(middle, [middle.certificate, certificate])
  },
}

/** Returns one certificate chain of a table. */
export function chain(table: Readonly<Record<string, Below>>, name: string): Below {
  return async (root) => {
    const below = table[name]
    if (below === undefined) throw new HarnessError('harness-fault', `There is no chain ${name}.`)
    return below(root)
  }
}
