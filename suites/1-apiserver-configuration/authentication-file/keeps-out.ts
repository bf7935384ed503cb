import { currentCheck } from '#harness/check/context.ts'
import { expect } from '#harness/check/expect.ts'
import { whoAmI } from '#harness/client/reviews.ts'
import type { ApiServer } from '#harness/launch/api-server.ts'
import { until } from '#harness/until.ts'
import { startOutcome } from '../../fixtures/api-server.ts'
import type { AuthenticationFiles } from '../../fixtures/authentication-files.ts'
import { issuersMs } from '../../fixtures/authenticator.ts'
import type { Changes } from '../../fixtures/changed.ts'
import { entries } from './complete-file.ts'

let fresh = 0

/**
 * Changes that spoil the expressions of the complete file let no token of that entry in: a server refuses the file,
 * or it refuses each such token, while it still takes those of another entry.
 */
export async function keepsOut(files: AuthenticationFiles, changes: Changes): Promise<void> {
  currentCheck()?.needs('who-am-i')
  const host = await files.host()
  // An issuer of its own, because its journal must tell whether this server fetched the keys.
  const issuer = host.issuer(`kept-out-${++fresh}`)
  const variant = await files.spec({ ...changes, [`jwt.${entries.expressions}.issuer.url`]: issuer.url })
  let status: number | undefined
  const { outcome } = await startOutcome(variant, async (server) => {
    const statusOf = async (token: string): Promise<number> => (await whoAmI(server, { token })).status
    await untilTrusted(server, files)
    const verified = async (): Promise<boolean> => {
      status = await statusOf(await issuer.mint())
      return status === 201 || issuer.journal.some(({ endpoint }) => endpoint === 'keys')
    }
    await until(verified, { withinMs: issuersMs(), what: `the keys of ${issuer.name} were fetched` })
    status = await statusOf(await issuer.mint())
  })
  expect([outcome, status]).toBeOneOf([
    ['refused', undefined],
    ['ready', 401],
  ])
}

async function untilTrusted(server: ApiServer, files: AuthenticationFiles): Promise<void> {
  const issuer = (await files.host()).issuer('claims')
  const accepted = async (): Promise<boolean> => {
    const token = await issuer.mint({ tier: 'gold', marker: '', teams: ['a'], id: '1' })
    return (await whoAmI(server, { token })).status === 201
  }
  await until(accepted, { withinMs: issuersMs(), what: 'a token of another entry was accepted' })
}
