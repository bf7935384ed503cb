import { fitted } from './live.ts'
import type { TextStream } from './styled.ts'

// Where nobody watches, one line is enough to see that a run has begun.
const refreshMs = 250

/** Shows from the first moment on that a run is being prepared: a line that is rewritten on a terminal, one line elsewhere. */
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
