import type { CheckEvent, HeaderEvent, RunEvent } from '#harness/events.ts'
import { outDirOf } from './repro.ts'
import { paint, type TextStream, wantsColour } from './paint.ts'
import { plain } from './plain.ts'
import { resultOf } from './result.ts'
import { count, type Shown } from './shown.ts'
import { failureBlock, isWorthTelling, tallies, totalsBlock } from './terminal.ts'

/** A run as it goes on: failures at once, progress between them, the totals last. */
export interface RunView {
  event(event: RunEvent): void
  end(): void
}

export interface RunViewOptions {
  readonly colour?: boolean
  /** Milliseconds on any steady clock. */
  readonly now?: () => number
}

// Where nobody watches, ten lines of progress are enough to see that a run moves.
const plainSteps = 10
// A guess from fewer checks says more about the first start than about the run.
const fewestForGuess = 5
// The status line moves with the clock too, so that a long check does not look stuck.
const refreshMs = 1000

/** Shows a run on a stream: a status line that is rewritten on a terminal, plain lines elsewhere. */
export function viewRun(header: HeaderEvent, stream: TextStream, options: RunViewOptions = {}): RunView {
  const now = options.now ?? (() => performance.now())
  const colours = paint(options.colour ?? wantsColour(stream))
  const terminal = { colour: options.colour ?? wantsColour(stream), outDir: outDirOf(header) }
  const planned = header.plan.checks.length
  const events: RunEvent[] = [header]
  const shown: Shown[] = []
  const startedMs = now()
  let told = 0

  const live = stream.isTTY === true
  const erase = live ? '\r\u001b[2K' : ''
  const say = (text: string): unknown => stream.write(`${erase}${text}\n`)
  const status = (): string => {
    const left = timeLeft(shown.length, planned, now() - startedMs)
    return `${bar(shown.length, planned)} ${shown.length}/${planned}  ${tallies(shown, colours)}${left}`
  }
  const redraw = (): void => {
    stream.write(`${erase}${fitted(status(), stream.columns ?? 80)}`)
  }

  say(intro(header, planned))
  const timer = live ? setInterval(redraw, refreshMs) : undefined
  timer?.unref()

  const tell = (event: CheckEvent): void => {
    const result = resultOf(events)
    const check = result.checks.find(({ id }) => id === event.id)
    if (check !== undefined) say(`\n${failureBlock(result, check, terminal)}\n`)
  }
  const onCheck = (event: CheckEvent): void => {
    shown.push(event.verdict)
    if (isWorthTelling(event)) tell(event)
    const step = Math.floor((shown.length * plainSteps) / Math.max(1, planned))
    if (live) redraw()
    else if (step > told || shown.length === planned) say(status())
    told = Math.max(told, step)
  }

  return {
    event: (event) => {
      if (event.type === 'header') return
      events.push(event)
      if (event.type === 'check') onCheck(event)
    },
    end: () => {
      clearInterval(timer)
      say(`\n${totalsBlock(resultOf(events), terminal)}`)
    },
  }
}

function intro(header: HeaderEvent, planned: number): string {
  const { name, dialect, programs } = header.target
  const shown = programs.map(
    ({ role, command, version }) =>
      `  ${role}: ${command.join(' ')}${version === undefined ? '' : ` (${version})`}`,
  )
  const rules = new Set(header.plan.checks.map((check) => check.rule)).size
  const what = `${count(planned, 'check')} of ${count(rules, 'rule')}`
  return plain(
    [
      `${what} against ${name} (dialect ${dialect}), ${header.jobs} at a time, seed ${header.seed}`,
      ...shown,
    ].join('\n'),
  )
}

function bar(done: number, planned: number): string {
  const filled = planned === 0 ? 0 : Math.round((done / planned) * 20)
  return `${'█'.repeat(filled)}${'░'.repeat(20 - filled)}`
}

function timeLeft(done: number, planned: number, elapsedMs: number): string {
  if (done < fewestForGuess || done >= planned) return ''
  const leftS = Math.ceil(((elapsedMs / done) * (planned - done)) / 1000)
  return leftS < 60 ? `  about ${leftS} s left` : `  about ${Math.ceil(leftS / 60)} min left`
}

/** A line that does not wrap: a wrapped status line could not be erased. */
function fitted(line: string, columns: number): string {
  // oxlint-disable-next-line no-control-regex -- the painter's own sequences take no room.
  const width = line.replace(/\u001b\[[0-9]+m/g, '').length
  return width < columns ? line : plain(line).slice(0, Math.max(0, columns - 1))
}
