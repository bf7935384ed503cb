import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Engine } from '../engine/engine.ts'
import { nowMs } from '../time.ts'
import { judgeMutant, type MutantResult, withMutant } from './judge-mutant.ts'
import type { Mutant } from './list.ts'
import type { Order } from './order.ts'
import type { Results } from './results.ts'
import { type Bench, judgeOnBench } from './run-checks.ts'

/** Options for testing mutants. */
export interface JudgingOptions {
  readonly bench: Bench
  readonly order: Order
  readonly results: Results
  readonly jobs: number
  /** Maximum number of checks that are tried on a mutant. */
  readonly mostChecks: number
  /** No further mutant is begun after this moment. */
  readonly untilMs: number
  /** No further check is begun on a mutant after this time, in milliseconds. */
  readonly withinMs: number
  readonly start: () => Promise<Engine>
  readonly outDir: string
  readonly onResult: (mutant: Mutant, result: MutantResult) => void
}

/** Tests mutants, several at a time. */
export async function judgeMutants(mutants: readonly Mutant[], options: JudgingOptions): Promise<void> {
  const remainingMutants = [...mutants]
  const workerCount = Math.max(1, Math.min(options.jobs, mutants.length))
  await Promise.all(
    Array.from({ length: workerCount }, (_, at) => runWorker(remainingMutants, options, at + 1)),
  )
}

async function runWorker(
  remainingMutants: Mutant[],
  options: JudgingOptions,
  workerNumber: number,
): Promise<void> {
  const { bench, order, results, mostChecks, untilMs, withinMs, start, outDir, onResult } = options
  const variable = bench.settings.target.mutants?.active ?? ''
  const runDir = join(outDir, `lane-${workerNumber}`)
  let engine: Engine | undefined
  for (
    let mutant = remainingMutants.shift();
    mutant !== undefined && nowMs() < untilMs;
    mutant = remainingMutants.shift()
  ) {
    const target = withMutant(bench.settings.target, variable, mutant.id)
    const settings = { ...bench.settings, target, outDir: runDir, evidence: 'red' } as const
    const checks = order.checksFor(mutant)
    const result = await judgeMutant(mutant, checks.slice(0, mostChecks), {
      withinMs,
      nowMs,
      run: async (checkIds, limitMs, isControl) => {
        engine ??= await start()
        const runResult = await judgeOnBench(
          { ...bench, settings: isControl ? { ...settings, target: bench.settings.target } : settings },
          { engine, checks: checkIds, continues: false, withinMs: limitMs },
        )
        if (runResult.isStuck) {
          await engine.close()
          engine = undefined
        }
        return runResult
      },
    })
    const wholeResult = { ...result, of: checks.length }
    if (result.status === 'killed' && result.by !== undefined && result.verdict !== 'late')
      order.recordKill(mutant, result.by)
    results.add(wholeResult)
    onResult(mutant, wholeResult)
  }
  rmSync(runDir, { recursive: true, force: true })
}
