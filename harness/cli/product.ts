import type { HeaderEvent, RunEvent } from '../events.ts'
import type { StandAlonePeer } from '../peer.ts'

/** What the commands need of the later layers; the program's entry puts it together. */
export interface Product {
  readonly name: string
  readonly version: string
  /** The package's root directory. */
  readonly root: string
  /** The folder of the compiled suites. */
  readonly suitesDir: string
  /** A compiled module that nearly every suite loads, where there is one. */
  readonly commonSuite?: string
  /** The bundled reference API server. */
  readonly reference: string
  readonly peers: () => Promise<readonly StandAlonePeer[]>
  readonly reports: () => Promise<Reports>
}

export interface Reports {
  /** Writes every report of a run beside its `events.jsonl`. */
  write(outDir: string, events: readonly RunEvent[]): Promise<void>
  /** A view of a run while it goes on, for people. */
  live(header: HeaderEvent, stream: NodeJS.WriteStream): LiveView
  /** Reads a finished run's event stream from its output directory. */
  read(outDir: string): Promise<readonly RunEvent[]>
  /** How the second run differs from the first. */
  compare(before: readonly RunEvent[], after: readonly RunEvent[], format: Format): string
  /** A finished run as text on standard output. */
  render(format: Format, events: readonly RunEvent[]): string
}

export interface LiveView {
  event(event: RunEvent): void
  end(): void
}

export const formats = ['pretty', 'json', 'markdown', 'github'] as const
export type Format = (typeof formats)[number]
