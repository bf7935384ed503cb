import { styleText } from 'node:util'
import type { DisplayedVerdict } from './displayed-verdict.ts'

/** Destination of text: a terminal or a pipe. */
export interface TextStream {
  write(text: string): unknown
  readonly isTTY?: boolean
  readonly columns?: number
}

type Style = Parameters<typeof styleText>[0]

/** Applies a terminal style to text, or returns it unchanged. */
export type ApplyStyle = (style: Style, text: string) => string

/** Colour of each verdict. */
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
} as const satisfies Readonly<Record<DisplayedVerdict, Style>>

/**
 * Reports whether a stream supports colours: `NO_COLOR` disables them, `FORCE_COLOR` enables them, otherwise a terminal
 * decides.
 */
export function wantsColour(stream: TextStream, environment: NodeJS.ProcessEnv = process.env): boolean {
  if (environment.NO_COLOR !== undefined && environment.NO_COLOR !== '') return false
  if (environment.FORCE_COLOR !== undefined && environment.FORCE_COLOR !== '0') return true
  return stream.isTTY === true && environment.TERM !== 'dumb'
}

/** Returns a function that styles text, or leaves it unchanged. */
export function styledIf(colour: boolean): ApplyStyle {
  // `wantsColour` has already checked the stream.
  return (style, text) => (colour ? styleText(style, text, { validateStream: false }) : text)
}
