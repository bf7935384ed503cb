import { currentCheck, expect, until } from '#kit'
import { isUnauthenticated, whoAmI, type CallerIdentity } from '#harness/programs/reviews.ts'
import type { ApiServer } from '#harness/programs/api-server.ts'
import type { OidcHost } from '#mocks/oidc-issuer/index.ts'
import { startOutcome } from '../../../shared/api-server.ts'
import { issuersMs } from '../../../shared/authentication/authenticator.ts'
import type { VariantsAround } from '../../../shared/configuration/configuration-file.ts'
import type { Changes } from '../../../shared/configuration/apply-changes.ts'
import { entries } from '../../../shared/authentication/complete-file.ts'

let issuerCount = 0

/**
 * Expects that invalid expressions in an entry of the complete file prevent authentication: the server refuses the
 * file, or rejects each token of the entry while it accepts tokens of another entry.
 */
export async function expectRejectsTokens(files: VariantsAround<OidcHost>, changes: Changes): Promise<void> {
  currentCheck().needs('who-am-i')
  const host = await files.peer()
  // A separate issuer, because its journal must show whether this server fetched the keys.
  const issuer = host.issuer(`kept-out-${++issuerCount}`)
  const changedFile = await files.spec({ ...changes, [`jwt.${entries.expressions}.issuer.url`]: issuer.url })
  let callerIdentity: CallerIdentity | undefined
  const { outcome } = await startOutcome(changedFile, async (server) => {
    await untilTrusted(server, files)
    const hasTokenResult = async (): Promise<boolean> => {
      callerIdentity = await whoAmI(server, { token: await issuer.mint() })
      return callerIdentity.status === 201 || issuer.journal.some(({ endpoint }) => endpoint === 'keys')
    }
    await until(hasTokenResult, { withinMs: issuersMs(), what: `the keys of ${issuer.name} were fetched` })
    callerIdentity = await whoAmI(server, { token: await issuer.mint() })
  })
  const isKeptOut =
    outcome === 'refused' || (callerIdentity !== undefined && isUnauthenticated(callerIdentity))
  expect(
    isKeptOut ? 'kept out' : { outcome, seen: callerIdentity },
    'the bearer of a token of that entry',
  ).toBe('kept out')
}

async function untilTrusted(server: ApiServer, files: VariantsAround<OidcHost>): Promise<void> {
  const issuer = (await files.peer()).issuer('claims')
  const isAccepted = async (): Promise<boolean> => {
    const token = await issuer.mint({ tier: 'gold', marker: '', teams: ['a'], id: '1' })
    return (await whoAmI(server, { token })).status === 201
  }
  await until(isAccepted, { withinMs: issuersMs(), what: 'a token of another entry was accepted' })
}
