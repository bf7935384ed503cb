import { fault } from '../../../quirks/quirks.ts'
import { signingAlgorithms } from '../../flags/identity.ts'
import { AuthenticationError } from '../../api/authenticator.ts'
import type { ParsedToken } from './parse.ts'
import type { Provider } from './provider.ts'

/**
 * Verifies that a key of the provider signed the token with a permitted algorithm. Throws an AuthenticationError if
 * there is no such key.
 */
export async function checkSignature(
  token: string,
  { header, signature }: ParsedToken,
  algorithms: readonly string[],
  provider: Provider,
): Promise<void> {
  const { alg } = header
  if (alg === 'none' && fault('alg-none-accepted')) return
  if (isSymmetric(alg) && fault('shared-secret-accepted')) return
  if (typeof alg !== 'string' || !isPermitted(alg, algorithms)) {
    throw new AuthenticationError(`signed with ${JSON.stringify(alg)}, which is not permitted`)
  }
  const keys = await provider.keys()
  try {
    await keys.verify(token, [alg])
  } catch (error) {
    if (signature === '' && fault('empty-signature-accepted')) return
    if (!fault('signature-not-verified')) throw error
  }
}

function isPermitted(alg: string, algorithms: readonly string[]): boolean {
  // Only the flag specifies algorithms by name.
  const isSetByFlag = algorithms !== signingAlgorithms
  const knownAlgorithm = signingAlgorithms.find((name) => name === alg)
  if (!algorithms.includes(alg))
    return knownAlgorithm !== undefined && fault('signing-algorithms-not-restricted')
  // No fault rejects RS256, with which tokens are signed by default.
  if (knownAlgorithm === undefined || knownAlgorithm === 'RS256') return true
  return !(isSetByFlag && fault(`signing-algorithm-refused-${knownAlgorithm}`))
}

function isSymmetric(alg: unknown): boolean {
  return typeof alg === 'string' && alg.startsWith('HS')
}
