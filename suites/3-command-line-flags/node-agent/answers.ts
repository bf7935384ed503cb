import { HarnessError } from '#harness/errors.ts'

/** The status of an answer, or that there was none: whoever must answer and does not breaks the rule. */
export async function statusOf(asked: Promise<{ readonly status: number }>): Promise<number | 'no answer'> {
  try {
    return (await asked).status
  } catch (thrown) {
    if (thrown instanceof HarnessError && thrown.code === 'untestable') return 'no answer'
    throw thrown
  }
}
