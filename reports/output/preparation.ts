import { fitToWidth } from './live.ts'
import type { TextStream } from '../text-style.ts'

// Interval at which the line is redrawn on a terminal. Other streams get one line.
const refreshMs = 250

/** Shows from the start that a run is being prepared: a rewritten line on a terminal, one line elsewhere. */
export function viewPreparation(
  stream: TextStream,
  now: () => number = () => performance.now(),
): { end(): void } {
  const startedMs = now()
  const message = 'Preparing: reading the suites, asking the programs for their versions'
  if (stream.isTTY !== true) {
    stream.write(`${message}\n`)
    return { end: () => {} }
  }
  const drawLine = (): unknown =>
    stream.write(
      `\r\u001b[2K${fitToWidth(`${message}, ${Math.round((now() - startedMs) / 1000)} s`, stream.columns)}`,
    )
  drawLine()
  const timer = setInterval(drawLine, refreshMs)
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
