import { fitted } from './live.ts'
import type { TextStream } from '../text-style.ts'

// Without a terminal, a single line shows that the run has begun.
const refreshMs = 250

/** Shows from the start that a run is being prepared: a rewritten line on a terminal, one line elsewhere. */
export function viewPreparation(
  stream: TextStream,
  now: () => number = () => performance.now(),
): { end(): void } {
  const startedMs = now()
  const what = 'Preparing: reading the suites, asking the programs for their versions'
  if (stream.isTTY !== true) {
    stream.write(`${what}\n`)
    return { end: () => {} }
  }
  const draw = (): unknown =>
    stream.write(
      `\r\u001b[2K${fitted(`${what}, ${Math.round((now() - startedMs) / 1000)} s`, stream.columns)}`,
    )
  draw()
  const timer = setInterval(draw, refreshMs)
  timer.unref()
  let isOver = false
  return {
    end: () => {
      clearInterval(timer)
      if (!isOver) stream.write('\r\u001b[2K')
      isOver = true
    },
  }
}
