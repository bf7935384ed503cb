import { styleText } from 'node:util'
import type { Shown } from './shown.ts'

/** Where text goes: a terminal or a pipe. */
export interface TextStream {
  write(text: string): unknown
  readonly isTTY?: boolean
  readonly columns?: number
}

type Style = Parameters<typeof styleText>[0]

/** Gives text a style of a terminal, or leaves it as it is. */
export type Styled = (style: Style, text: string) => string

/** The colour of each verdict. */
export const verdictStyles = {
  held: 'green',
  observed: 'cyan',
  'not-applicable': 'gray',
  'known-failing': 'magenta',
  warned: 'yellow',
  inconclusive: 'yellow',
  unstable: 'red',
  untestable: 'yellow',
  'not-run': 'gray',
  broken: 'red',
  crashed: 'red',
  'harness-fault': 'magenta',
} as const satisfies Readonly<Record<Shown, Style>>

/** Whether a stream wants colours: `NO_COLOR` forbids them, `FORCE_COLOR` asks for them, else a terminal decides. */
export function wantsColour(stream: TextStream, environment: NodeJS.ProcessEnv = process.env): boolean {
  if (environment.NO_COLOR !== undefined && environment.NO_COLOR !== '') return false
  if (environment.FORCE_COLOR !== undefined && environment.FORCE_COLOR !== '0') return true
  return stream.isTTY === true && environment.TERM !== 'dumb'
}

/** Styles text, or does not. */
export function styledIf(colour: boolean): Styled {
  // Which stream it is for has been asked already.
  return (style, text) => (colour ? styleText(style, text, { validateStream: false }) : text)
}
