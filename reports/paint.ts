import type { Shown } from './shown.ts'

/** Colours text for a terminal, or leaves it as it is. */
export interface Paint {
  bold(text: string): string
  dim(text: string): string
  verdict(shown: Shown, text: string): string
}

/** Where text goes: a terminal or a pipe. */
export interface TextStream {
  write(text: string): unknown
  readonly isTTY?: boolean
  readonly columns?: number
}

const colours: Readonly<Record<Shown, number>> = {
  held: 32,
  observed: 36,
  'not-applicable': 90,
  'known-failing': 35,
  warned: 33,
  inconclusive: 33,
  untestable: 33,
  'not-run': 90,
  broken: 31,
  crashed: 31,
  'harness-fault': 35,
}

/** Whether a stream wants colours: `NO_COLOR` forbids them, `FORCE_COLOR` asks for them, else a terminal decides. */
export function wantsColour(stream: TextStream, environment: NodeJS.ProcessEnv = process.env): boolean {
  if (environment.NO_COLOR !== undefined && environment.NO_COLOR !== '') return false
  if (environment.FORCE_COLOR !== undefined && environment.FORCE_COLOR !== '0') return true
  return stream.isTTY === true && environment.TERM !== 'dumb'
}

/** A painter that colours or does not. */
export function paint(colour: boolean): Paint {
  const wrap =
    (code: number) =>
    (text: string): string =>
      colour ? `\u001b[${code}m${text}\u001b[0m` : text
  return {
    bold: wrap(1),
    dim: wrap(2),
    verdict: (shown, text) => wrap(colours[shown])(text),
  }
}
