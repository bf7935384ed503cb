import { readdirSync, readFileSync } from 'node:fs'

/** Processor seconds of a run, separately for the implementation and for the harness. */
export interface ProcessorTime {
  readonly implementation: number
  readonly harness: number
}

// USER_HZ is 100 on every Linux that Node runs on.
const ticksPerSecond = 100

/**
 * Measures a run from outside until the returned function is called. The engine's workers start only the programs under
 * test, so the time of their ended children belongs to the implementation. Usage is read every 50 ms, so at most the
 * last 50 ms of each process are missing. Linux only.
 */
export function watchProcessorTime(runPid: number): () => ProcessorTime {
  const usageByPid = new Map<number, Usage>()
  const readUsages = (): void => {
    const usages = allUsages()
    const children = usages.filter(({ parent }) => parent === runPid)
    for (const usage of [...usages.filter(({ pid }) => pid === runPid), ...children])
      usageByPid.set(usage.pid, usage)
  }
  const timer = setInterval(readUsages, 50)
  return () => {
    clearInterval(timer)
    const workers = [...usageByPid.values()].filter(({ pid }) => pid !== runPid)
    const totalSeconds = (values: readonly number[]): number =>
      values.reduce((a, b) => a + b, 0) / ticksPerSecond
    return {
      implementation: totalSeconds(workers.map(({ childTicks }) => childTicks)),
      harness: totalSeconds([...usageByPid.values()].map(({ ownTicks }) => ownTicks)),
    }
  }
}

interface Usage {
  readonly pid: number
  readonly parent: number
  /** Processor time of the process itself, in ticks. */
  readonly ownTicks: number
  readonly childTicks: number
}

function allUsages(): Usage[] {
  return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? usageOf(Number(name)) : []))
}

/** Returns the processor time of one process, from proc(5); empty if the process has ended. */
function usageOf(pid: number): Usage[] {
  try {
    const statText = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = statText.slice(statText.lastIndexOf(')') + 2).split(' ')
    const field = (number: number): number => Number(fields[number - 3])
    return [{ pid, parent: field(4), ownTicks: field(14) + field(15), childTicks: field(16) + field(17) }]
  } catch {
    return []
  }
}
