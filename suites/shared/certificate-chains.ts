import { HarnessError } from '#harness/errors.ts'
import {
  type CertificateAuthority,
  createAuthority,
  type LeafOptions,
} from '#harness/certificates/authority.ts'

/** Makes an authority below a root, whose certificates are shown with what stands between them and the root. */
export type Below = (root: CertificateAuthority) => Promise<CertificateAuthority>

const hourMs = 3_600_000
const past = (): Pick<LeafOptions, 'notBefore' | 'notAfter'> => ({
  notBefore: new Date(Date.now() - 2 * hourMs),
  notAfter: new Date(Date.now() - hourMs),
})

/** The same authority, whose certificates are followed by others, and differ in some options. */
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

/** What completes "a certificate below …", where the root verifies it. */
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

/** The same where the root does not verify it, for one reason. */
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

/** One way of a table. */
export function chain(table: Readonly<Record<string, Below>>, name: string): Below {
  return async (root) => {
    const below = table[name]
    if (below === undefined) throw new HarnessError('harness-fault', `There is no chain ${name}.`)
    return below(root)
  }
}
