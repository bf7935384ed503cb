import { HarnessError } from '#kit'

/** Returns the status of a response, or `no answer`: a program that does not respond breaks the rule. */
export async function statusOf(
  response: Promise<{ readonly status: number }>,
): Promise<number | 'no answer'> {
  try {
    return (await response).status
  } catch (thrown) {
    if (thrown instanceof HarnessError && thrown.code === 'untestable') return 'no answer'
    throw thrown
  }
}
