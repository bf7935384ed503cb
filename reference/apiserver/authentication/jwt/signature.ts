import type { ServerQuirks } from '../../faults.ts'
import { signingAlgorithms } from '../../flags/identity.ts'
import { AuthenticationError } from '../../api/authenticator.ts'
import type { ParsedToken } from './parse.ts'
import type { Provider } from './provider.ts'

/**
 * Verifies that a key of the provider signed the token with a permitted algorithm. Throws an AuthenticationError
 * otherwise.
 */
export async function checkSignature(
  token: string,
  { header, signature }: ParsedToken,
  algorithms: readonly string[],
  provider: Provider,
  quirks: ServerQuirks,
): Promise<void> {
  const { alg } = header
  if (alg === 'none' && quirks.fault('alg-none-accepted')) return
  if (isSymmetric(alg) && quirks.fault('shared-secret-accepted')) return
  if (typeof alg !== 'string' || !isPermitted(alg, algorithms, quirks)) {
    throw new AuthenticationError(`signed with ${JSON.stringify(alg)}, which is not permitted`)
  }
  const keys = await provider.keys()
  try {
    await keys.verify(token, [alg])
  } catch (error) {
    if (signature === '' && quirks.fault('empty-signature-accepted')) return
    if (!quirks.fault('signature-not-verified')) throw error
  }
}

function isPermitted(alg: string, algorithms: readonly string[], quirks: ServerQuirks): boolean {
  // Only the flag specifies algorithms by name.
  const byFlag = algorithms !== signingAlgorithms
  const known = signingAlgorithms.find((name) => name === alg)
  if (!algorithms.includes(alg))
    return known !== undefined && quirks.fault('signing-algorithms-not-restricted')
  // RS256, which signs every token, has no defect.
  if (known === undefined || known === 'RS256') return true
  return !(byFlag && quirks.fault(`signing-algorithm-refused-${known}`))
}

function isSymmetric(alg: unknown): boolean {
  return typeof alg === 'string' && alg.startsWith('HS')
}
