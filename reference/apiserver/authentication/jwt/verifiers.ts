/** Reports whether one of the keys signed a compact token. */
export type Verifier = (token: string) => Promise<boolean>

/** Verifiers of each kind of issuer in this process. Only defects confuse the keys of the two kinds. */
export const verifiers: Readonly<Record<'issuers' | 'accounts', Verifier[]>> = { issuers: [], accounts: [] }

/** Reports whether a key of a kind of issuer made the signature. */
export async function runVerifier(sort: keyof typeof verifiers, token: string): Promise<boolean> {
  return (await Promise.all(verifiers[sort].map((verifies) => verifies(token)))).includes(true)
}
