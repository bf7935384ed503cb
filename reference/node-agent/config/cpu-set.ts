import { availableParallelism } from 'node:os'
import { Refusal } from '../../flags/refusal.ts'
import { fault } from '../../quirks/quirks.ts'

/**
 * Returns the CPUs of a list such as `0,2-3`, or undefined for an empty list. Throws a Refusal for CPUs that do not
 * exist.
 */
export function cpuSet(text: string): readonly number[] | undefined {
  if (text === '') return undefined
  const cpus = new Set<number>()
  for (const part of text.split(',')) {
    const match = /^(\d+)(?:-(\d+))?$/.exec(part.trim())
    if (match === null) throw new Refusal(`--reserved-cpus: ${text} is no list of CPUs`)
    const [firstCpu, lastCpu] = [Number(match[1]), Number(match[2] ?? match[1])]
    for (let cpu = firstCpu; cpu <= lastCpu; cpu += 1) cpus.add(cpu)
  }
  const exceedsHost = [...cpus].some((cpu) => cpu >= availableParallelism())
  if (exceedsHost && !fault('reserved-cpus-unchecked'))
    throw new Refusal(`--reserved-cpus: ${text} names CPUs that this machine does not have`)
  return [...cpus]
}
