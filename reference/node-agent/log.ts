import type { FlagValues } from '../flags/flag-values.ts'
import type { AgentConfiguration } from './config/configuration.ts'
import { fault } from '../quirks/quirks.ts'

/** Output of a program for human readers. */
export interface Log {
  /** Writes an error. */
  readonly say: (line: string) => void
  /** Writes an event, from a verbosity on. */
  readonly inform: (line: string, verbosity?: number) => void
}

const defaultFlushMs = 5_000

/**
 * Creates the log that the flags configure: errors always go to standard error, the rest to standard output where the
 * log is split.
 */
export function makeLog(flags: FlagValues, config: AgentConfiguration, log: (line: string) => void): Log {
  const level = flags.number('v') ?? 0
  const wanted = level > 0 && fault('verbosity-ignored') ? 0 : level
  const isSplit = config.bool('log-text-split-stream') && !fault('split-stream-ignored')
  const waiting: string[] = []
  const flush = (): void => {
    for (const line of waiting.splice(0)) process.stdout.write(`${line}\n`)
  }
  if (isSplit) {
    const everyMs = fault('log-flush-frequency-ignored')
      ? defaultFlushMs
      : flags.durationMs('log-flush-frequency')
    setInterval(flush, Math.max(1, everyMs ?? 0)).unref()
    process.on('exit', flush)
  }
  return {
    say: log,
    inform: (line, verbosity = 0) => {
      if (verbosity > wanted) return
      if (isSplit) waiting.push(line)
      else log(line)
    },
  }
}
