import type { FlagValues } from '../flags/flag-values.ts'
import { fault } from '../quirks/quirks.ts'

/** Destination of log lines. */
export interface Log {
  /** Writes a line of a level if the verbosity includes it. */
  readonly info: (level: number, line: string) => void
  readonly error: (line: string) => void
  /** Writes all buffered lines. */
  readonly flush: () => void
}

const units: Readonly<Record<string, number>> = {
  '': 1,
  k: 1e3,
  K: 1e3,
  M: 1e6,
  G: 1e9,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
}

/**
 * Creates the log from flags: all lines on standard error, or info lines on standard output, with an optional buffer.
 */
export function logOf(flags: FlagValues, log: (line: string) => void): Log {
  const verbosityFlag = flags.number('v') ?? 0
  const verbosity = verbosityFlag > 0 && fault('verbosity-ignored') ? 0 : verbosityFlag
  const isStreamSplit = flags.bool('log-text-split-stream') && !fault('log-split-stream-ignored')
  const infoOutput = isStreamSplit ? bufferedOutput(flags) : undefined
  return {
    info(level, line) {
      if (level > verbosity) return
      if (infoOutput === undefined) log(line)
      else infoOutput.write(`${line}\n`)
    },
    error(line) {
      if (isStreamSplit && fault('log-errors-with-infos')) infoOutput?.write(`${line}\n`)
      else log(line)
    },
    flush: () => infoOutput?.flush(),
  }
}

interface BufferedOutput {
  write(line: string): void
  flush(): void
}

/** Returns a buffer for standard output that is written when it is full or its time limit has passed. */
function bufferedOutput(flags: FlagValues): BufferedOutput {
  const max = fault('log-buffer-missing') ? 0 : sizeOf(flags.string('log-text-info-buffer-size') ?? '0')
  const flushIntervalMs = fault('log-flush-frequency-ignored')
    ? 5000
    : (flags.durationMs('log-flush-frequency') ?? 5000)
  let bufferedText = ''
  const flush = () => {
    if (bufferedText !== '') process.stdout.write(bufferedText)
    bufferedText = ''
  }
  if (max > 0 && flushIntervalMs > 0) setInterval(flush, flushIntervalMs).unref()
  return {
    write(line) {
      bufferedText += line
      if (bufferedText.length > max && (max === 0 || !fault('log-buffer-size-ignored'))) flush()
    },
    flush,
  }
}

function sizeOf(quantity: string): number {
  const [, number = '0', unit = ''] = /^([\d.]+)(\w*)$/.exec(quantity) ?? []
  return Number(number) * (units[unit] ?? 1)
}
