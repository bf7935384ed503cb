import { exitCodes, type ExitCode } from './exit.ts'
import type { CheckEvent } from '../events.ts'
import { findTarget } from '../target/find.ts'
import { execute } from './execute.ts'
import type { RunOptions, RunScope } from './run.ts'

/** Proves each edge of the wiring; a failing one is a fault of the configuration, never nonconformance. */
export async function doctorCommand(options: RunOptions, scope: RunScope): Promise<ExitCode> {
  const target = await findTarget({
    target: options.target,
    programs: options.program,
    limits: options.limit ?? [],
    references: scope.product.references,
    ...(scope.command && { command: scope.command }),
    ...(options.role && { role: options.role }),
  })
  const { events, interrupted } = await execute(target, { ...options, seed: 1, thorough: false }, scope, {
    live: () => ({ event: () => {}, end: () => {} }),
  })
  const edges = events.filter((event): event is CheckEvent => event.type === 'check')
  const titles = new Map(
    events.flatMap((event) => (event.type === 'header' ? event.plan.checks.map((c) => [c.id, c.title]) : [])),
  )
  for (const edge of edges) {
    const mark = edge.verdict === 'held' ? 'ok  ' : edge.verdict === 'not-applicable' ? 'n/a ' : 'FAIL'
    process.stdout.write(`${mark} ${titles.get(edge.id) ?? edge.id}\n`)
    if (mark !== 'ok  ' && edge.reason !== undefined)
      process.stdout.write(`     ${edge.reason.split('\n').join('\n     ')}\n`)
  }
  if (interrupted) return exitCodes.interrupted
  return edges.every((edge) => edge.verdict === 'held' || edge.verdict === 'not-applicable')
    ? exitCodes.conformant
    : exitCodes.configFault
}
