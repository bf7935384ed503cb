import { exitCodeOfRun } from '#harness/cli/line/exit-codes.ts'
import type { CheckEvent, RunEvent } from '#harness/events.ts'
import type { HeaderEvent } from '#harness/header.ts'
import { isRed } from '../certificate/build-manifest.ts'
import type { RunSpan } from './spans.ts'

type Attributes = RunSpan['attributes']

/**
 * Returns the attributes of a run by OpenTelemetry's semantic conventions: `test.suite.*`, and `cicd.*` for the task.
 */
export function suiteAttributes(header: HeaderEvent, events: readonly RunEvent[]): Attributes {
  const isOver = events.some(({ type }) => type === 'footer')
  const code = exitCodeOfRun(events)
  return {
    'test.suite.name': `${header.tool.name} ${header.target.name}`,
    'test.suite.run.status': isOver ? (code === 0 ? 'success' : 'failure') : 'aborted',
    'cicd.pipeline.task.name': header.tool.name,
    'cicd.pipeline.task.type': 'test',
    'cicd.pipeline.task.run.result': isOver ? (code === 0 ? 'success' : 'failure') : 'cancellation',
  }
}

// Verdicts without a status, because the conventions have only the two values `pass` and `fail`.
const verdictsWithoutStatus: ReadonlySet<CheckEvent['verdict']> = new Set(['not-applicable'])

/** Returns the attributes of a check: `test.case.*`. */
export function caseAttributes({ id, verdict }: Pick<CheckEvent, 'id' | 'verdict'>): Attributes {
  return {
    'test.case.name': id,
    ...(!verdictsWithoutStatus.has(verdict) && {
      'test.case.result.status': isRed(verdict) ? 'fail' : 'pass',
    }),
  }
}
