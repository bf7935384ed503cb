import { expect, nowMs, untilMoment } from '#kit'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { identity } from '../identity.ts'

// Maximum number of attempts with a new token. Servers that watch accounts observe a deletion a moment later, and can
// cache a token that they accepted in the meantime.
export const attempts = 5

export const pollIntervalMs = 400

/** Sends one token after the other until the server rejects them because their object no longer exists. */
export async function expectExpired(server: ApiServer, tokens: readonly string[]): Promise<void> {
  const identities: unknown[] = []
  for (const token of tokens) {
    identities.push(await identity(server, { token }))
    if (identities.at(-1) === 'nobody') break
    await untilMoment(nowMs() + pollIntervalMs, 'a server that watches accounts has seen the end')
  }
  expect(identities.at(-1), 'the bearer of a token that has lapsed').toBe('nobody')
}
