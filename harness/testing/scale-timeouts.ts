// Setup file of vitest: the time limits of tests grow with the load of the machine, like the limits of the product.
import { availableParallelism, loadavg } from 'node:os'
import { vi } from 'vitest'
import { slowness } from './slowness.ts'

const spinDurationMs = 20

/** Returns the wall time per processor time of a short piece of work. */
function spinShare(): number {
  const fromMs = performance.now()
  const usageBefore = process.cpuUsage()
  while (performance.now() < fromMs + spinDurationMs);
  const { user, system } = process.cpuUsage(usageBefore)
  return ((performance.now() - fromMs) * 1_000) / Math.max(1, user + system)
}

type Config = Parameters<typeof vi.setConfig>[0]
// Files share processes, and each runs this setup, so keep the first original to avoid scaling twice.
const originalKey = Symbol.for('orch-conformance: setConfig of vitest')
const setConfig = (Reflect.get(vi, originalKey) as typeof vi.setConfig | undefined) ?? vi.setConfig.bind(vi)
Reflect.set(vi, originalKey, setConfig)
const [load = 0] = loadavg()
const factor = slowness(load / availableParallelism(), spinShare())

function scaleTimeouts({ testTimeout, hookTimeout, ...rest }: Config): Config {
  return {
    ...rest,
    ...(testTimeout !== undefined && { testTimeout: Math.round(testTimeout * factor) }),
    ...(hookTimeout !== undefined && { hookTimeout: Math.round(hookTimeout * factor) }),
  }
}

const limitMs = process.env.CI ? 180_000 : 30_000
setConfig(scaleTimeouts({ testTimeout: limitMs, hookTimeout: limitMs }))
// Also scales the limits that a file sets.
vi.setConfig = (config) => setConfig(scaleTimeouts(config))
