import { readFileSync } from 'node:fs'
import type { JournalEntry } from '../../peer.ts'
import { plainValue } from '../../repro/plain-json.ts'

/** Output formats of `mock`. */
export type MockFormat = 'pretty' | 'json'

/** A started peer whose files are written. */
export interface StartedPeer {
  readonly peer: string
  /** Address of the peer. */
  readonly url: string
  /** Arguments for the implementation, in its spelling. */
  readonly flags: readonly string[]
  /** Path of a file with these arguments, one a line; omitted if there are none. */
  readonly flagsFile?: string
  /** Paths of the files that these flags refer to. */
  readonly configuration: readonly string[]
  /** Paths of objects to create in the implementation. */
  readonly objects: readonly string[]
  /** Paths of certificates, keys and tokens. */
  readonly files: readonly string[]
  readonly notes: readonly string[]
}

/** Formats peers and the requests to them, as text without a final newline. */
export interface MockView {
  started(started: StartedPeer): string
  /** Formats the address of the control server. */
  control(url: string): string
  asked(peer: string, request: JournalEntry): string
  answered(peer: string, request: JournalEntry): string
}

const pretty: MockView = {
  started: ({ peer, url, flags, flagsFile, configuration, objects, files, notes }) =>
    [
      `# ${peer}: ${url}`,
      ...files.map((path) => `# ${path}`),
      ...(flagsFile === undefined ? [] : ['', `# ${flagsFile}`, ...flags]),
      ...configuration.flatMap((path) => ['', `# ${path}`, contentOf(path)]),
      ...objects.flatMap((path) => ['', `# ${path}: create this in the implementation`, contentOf(path)]),
      ...(notes.length > 0 ? ['', ...notes.map((note) => `# ${note}`)] : []),
      '',
    ].join('\n'),
  control: (url) => `# control: ${url}\n`,
  asked: (peer, request) => `${timeOf(request)} ${peer} ${readableText(request.what)}`,
  answered: (peer, request) =>
    `${timeOf(request)} ${peer} ${readableText(request.what, maxShortLength)} -> ${readableText(request.answer ?? '')}`,
}

const json: MockView = {
  started: (started) => JSON.stringify({ event: 'started', ...started }),
  control: (url) => JSON.stringify({ event: 'control', url }),
  asked: (peer, { atMs, ...request }) => jsonLine('asked', peer, atMs, request),
  answered: (peer, { atMs, what, answer }) => jsonLine('answered', peer, atMs, { what, answer }),
}

/** Views by format. */
export const mockViews: Readonly<Record<MockFormat, MockView>> = { pretty, json }

function jsonLine(event: string, peer: string, atMs: number, extraFields: object): string {
  return JSON.stringify({ event, at: new Date(atMs).toISOString(), peer, ...extraFields }, plainValue)
}

function contentOf(path: string): string {
  return readFileSync(path, 'utf8').trimEnd()
}

function timeOf({ atMs }: JournalEntry): string {
  return new Date(atMs).toISOString().slice(11, 23)
}

const maxWhatLength = 200
const maxShortLength = 60

/** Returns a line for a terminal, without control characters and with limited length. */
function readableText(text: string, longest = maxWhatLength): string {
  const printable = text.replace(/\p{C}/gu, (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`)
  return printable.length > longest ? `${printable.slice(0, longest)}…` : printable
}
