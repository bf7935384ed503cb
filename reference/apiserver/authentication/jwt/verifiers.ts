/** Reports whether one of the keys signed a compact token. */
export type Verifier = (token: string) => Promise<boolean>

/** Verifiers of each kind of issuer in this process. Only faults confuse the keys of the two kinds. */
export const verifiers: Readonly<Record<'issuers' | 'accounts', Verifier[]>> = { issuers: [], accounts: [] }

/** Reports whether a key of the given kind of issuers signed a token. */
export async function runVerifier(kind: keyof typeof verifiers, token: string): Promise<boolean> {
  return (await Promise.all(verifiers[kind].map((verifies) => verifies(token)))).includes(true)
}
