import type { Disagreement, CaseResult } from '#kit/generate.ts'
import { file } from '#kit/launch.ts'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { startOutcome } from '../../shared/api-server.ts'
import { authenticationConfiguration } from '../../shared/authentication/configuration.ts'
import { type AdmittedRequest, withoutCredentials } from '../../shared/authentication/without-credentials.ts'
import type { AnonymousCase } from './model.ts'
import { isAdmitted } from './oracle.ts'

/** Requests the targets of each case, with and without credentials. */
export const judgeAnonymous = (cases: readonly AnonymousCase[]): Promise<readonly CaseResult[]> =>
  Promise.all(cases.map(judgeCase))

/** Reduces a case to the target with the disagreement. */
export function focusCase(
  testCase: AnonymousCase,
  { asked: input }: Disagreement,
): AnonymousCase | undefined {
  const { target } = input as { readonly target?: string }
  return target === undefined ? undefined : { ...testCase, targets: [target] }
}

async function judgeCase(testCase: AnonymousCase): Promise<CaseResult> {
  const { enabled, conditions, targets } = testCase
  const anonymous = { enabled, ...(conditions && { conditions: conditions.map((path) => ({ path })) }) }
  const content = file('authentication.yaml', authenticationConfiguration({ anonymous }))
  const flags = { '--authentication-config': content }
  const disagreements: Disagreement[] = []
  const openResults: { what: string; value: unknown }[] = []
  const startResult = await startOutcome({ flags }, async (server) => {
    for (const target of targets) {
      const expected = isAdmitted(testCase, target)
      const actual = await admissionResult(server, target)
      if (expected === 'open') openResults.push({ what: 'no condition', value: actual })
      else if (actual !== expected) disagreements.push({ asked: { anonymous, target }, expected, actual })
    }
    disagreements.push(...(await keptOutWithCredentials(server, targets)))
  })
  if (startResult.outcome === 'ready') return { disagreements, open: openResults }
  const actual = { outcome: startResult.outcome, stderr: startResult.stderr.trim().slice(-600) }
  return { disagreements: [{ asked: { anonymous }, expected: { outcome: 'ready' }, actual }] }
}

/**
 * Returns whether a request without credentials is accepted. For a missing path, it is accepted if a request with
 * credentials has the same status.
 */
async function admissionResult(server: ApiServer, target: string): Promise<AdmittedRequest['letIn']> {
  const anonymousRequest = await withoutCredentials(server, target)
  if (anonymousRequest.letIn !== 'not shown') return anonymousRequest.letIn
  const { status } = await server.request({ path: target })
  return status === anonymousRequest.status ? true : anonymousRequest.letIn
}

/** Returns the results of requests with credentials, to which conditions do not apply. */
async function keptOutWithCredentials(
  server: ApiServer,
  targets: readonly string[],
): Promise<readonly Disagreement[]> {
  const [target = '/api'] = targets
  const { status } = await server.request({ path: target })
  return status === 401
    ? [{ asked: { target, with: 'credentials' }, expected: 'let in', actual: status }]
    : []
}
