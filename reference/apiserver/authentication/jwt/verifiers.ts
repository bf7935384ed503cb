/** Tells whether some keys made the signature of a compact token. */
export type Verifier = (token: string) => Promise<boolean>

/** The keys of each sort of issuer in this process: only defects take those of one for the other's. */
export const verifiers: Readonly<Record<'issuers' | 'accounts', Verifier[]>> = { issuers: [], accounts: [] }

/** Whether keys of that sort made the signature. */
export async function verifiesBy(sort: keyof typeof verifiers, token: string): Promise<boolean> {
  return (await Promise.all(verifiers[sort].map((verifies) => verifies(token)))).includes(true)
}
