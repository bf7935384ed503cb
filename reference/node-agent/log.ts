import type { FlagValues } from '../flags/flag-values.ts'
import type { AgentConfiguration } from './config/configuration.ts'
import { fault } from '../quirks/quirks.ts'

/** Messages of the program for human readers. */
export interface Log {
  /** Writes an error. */
  readonly say: (line: string) => void
  /** Writes a message if the configured verbosity is at least the given verbosity. */
  readonly inform: (line: string, verbosity?: number) => void
}

const defaultFlushMs = 5_000

/**
 * Creates the log that the flags configure: errors always go to standard error, all other lines to standard output if
 * the flags split the log.
 */
export function makeLog(flags: FlagValues, config: AgentConfiguration, log: (line: string) => void): Log {
  const level = flags.number('v') ?? 0
  const maxVerbosity = level > 0 && fault('verbosity-ignored') ? 0 : level
  const isStreamSplit = config.bool('log-text-split-stream') && !fault('split-stream-ignored')
  const bufferedLines: string[] = []
  const flush = (): void => {
    for (const line of bufferedLines.splice(0)) process.stdout.write(`${line}\n`)
  }
  if (isStreamSplit) {
    const flushIntervalMs = fault('log-flush-frequency-ignored')
      ? defaultFlushMs
      : flags.durationMs('log-flush-frequency')
    setInterval(flush, Math.max(1, flushIntervalMs ?? 0)).unref()
    process.on('exit', flush)
  }
  return {
    say: log,
    inform: (line, verbosity = 0) => {
      if (verbosity > maxVerbosity) return
      if (isStreamSplit) bufferedLines.push(line)
      else log(line)
    },
  }
}
