import { currentCheck } from '#harness/check/context.ts'
import { expect } from '#harness/check/expect.ts'
import { until } from '#harness/machine/until.ts'
import type { Authenticator } from '../../../shared/authentication/authenticator.ts'

// Programs print beside answering, so their line may come a little later than the answer.
const toldWithinMs = 3_000

/**
 * A token is refused, and a text reaches someone: the token's bearer, whoever reviews it, or the reader of the
 * program's output. Program outputs quote texts in different ways, so quotes and backslashes are not compared.
 * @param text empty where nothing must be told
 * @param untold what must reach nobody
 */
export async function expectTold(
  authenticator: Authenticator,
  token: string,
  text: string,
  untold?: string,
): Promise<void> {
  const { program } = await authenticator.server()
  const printed = (): string => program.stdout.text + program.stderr.text
  const before = printed().length
  await authenticator.expectRefused(token)
  const answer = await authenticator.answerTo(token)
  const review = currentCheck().has('token-review') ? (await authenticator.review(token)).error : undefined
  const places = (): Record<string, string> => ({
    response: answer,
    'token review': review ?? '',
    output: printed().slice(before),
  })
  const tellersOf = (told: string): string[] =>
    Object.entries(places()).flatMap(([place, said]) => (bare(said).includes(bare(told)) ? [place] : []))
  const tellers = (): string[] => tellersOf(text)
  await until(() => tellers().length > 0, { withinMs: toldWithinMs, what: 'someone was told' }).catch(
    () => {},
  )
  expect({ text, tellers: tellers() }, 'who was told the text').toEqual({
    text,
    tellers: expect.arrayContaining([expect.any(String)]),
  })
  if (untold !== undefined) expect(tellersOf(untold), `who was told "${untold}"`).toEqual([])
}

function bare(text: string): string {
  return text.replaceAll(/["'\\]/g, '')
}
