import { CheckContext, runAs } from '../check/context.ts'
import type { RunSettings } from '../target/settings.ts'

/** Runs a body as a check with that id, which starts nothing. */
export async function runAsCheck<T>(id: string, body: () => Promise<T>): Promise<T> {
  return runAs(new CheckContext(id, { target: { dialect: 'orch' } } as RunSettings), body)
}
