import { currentCheck, expect, until } from '#kit'
import type { Authenticator } from '../../../shared/authentication/authenticator.ts'

// Programs write their output concurrently with the response, so the message may appear a little later.
const reportTimeoutMs = 3_000

/**
 * Expects that a token is refused, and that a text reaches its bearer, a reviewer of the token, or a reader of the
 * program's output. Program outputs quote texts in different ways, so quotes and backslashes are ignored.
 * @param text empty if no text is required
 * @param untold text that must not appear anywhere
 */
export async function expectReported(
  authenticator: Authenticator,
  token: string,
  text: string,
  untold?: string,
): Promise<void> {
  const { program } = await authenticator.server()
  const programOutput = (): string => program.stdout.text + program.stderr.text
  const outputLength = programOutput().length
  await authenticator.expectRefused(token)
  const errorResponse = await authenticator.answerTo(token)
  const review = currentCheck().has('token-review') ? (await authenticator.review(token)).error : undefined
  const places = (): Record<string, string> => ({
    response: errorResponse,
    'token review': review ?? '',
    output: programOutput().slice(outputLength),
  })
  const placesContaining = (message: string): string[] =>
    Object.entries(places()).flatMap(([place, ownMessage]) =>
      withoutQuotes(ownMessage).includes(withoutQuotes(message)) ? [place] : [],
    )
  const placesWithMessage = (): string[] => placesContaining(text)
  await until(() => placesWithMessage().length > 0, {
    withinMs: reportTimeoutMs,
    what: 'someone was told',
  }).catch(() => {})
  // The keys `text` and `tellers` cannot be renamed, because they are part of the fingerprints in baselines.
  expect({ text, tellers: placesWithMessage() }, 'who was told the text').toEqual({
    text,
    tellers: expect.arrayContaining([expect.any(String)]),
  })
  if (untold !== undefined) expect(placesContaining(untold), `who was told "${untold}"`).toEqual([])
}

function withoutQuotes(text: string): string {
  return text.replaceAll(/["'\\]/g, '')
}
