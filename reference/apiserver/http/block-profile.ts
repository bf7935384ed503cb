import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FlagValues } from '../../flags/flag-values.ts'
import { type Route, route } from '../../serving/router.ts'
import { fault } from '../../quirks/quirks.ts'

const path = '/debug/pprof/block'

/** Returns the endpoint of the block profile: number and duration of waits, if they are measured. */
export function blockProfile(flags: FlagValues): Route {
  const isEnabled = flags.bool('contention-profiling')
    ? !fault('contention-profiling-ignored')
    : fault('contention-profiling-always')
  const delays = isEnabled ? monitorEventLoopDelay({ resolution: 5 }) : undefined
  delays?.enable()
  return route('GET', path, async () => {
    const sampleLine = delays === undefined ? '' : `${Math.round(delays.max)} ${delays.count} @ 0x0\n`
    return { status: 200, body: `--- contention:\ncycles/second=1000000000\n${sampleLine}` }
  })
}
