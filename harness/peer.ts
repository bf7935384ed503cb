/** One thing a peer was asked, recorded on arrival and before any validation. */
export interface Seen {
  /** When it arrived, by `nowMs()`. */
  readonly atMs: number
  /** One line for people: `GET /.well-known/openid-configuration`. */
  readonly what: string
}

/** Something the implementation under test talks to, played by the harness; its start function hands it over running. */
export interface MockPeer<Asked extends Seen, Answers> extends AsyncDisposable {
  /** The peer's role, as timelines name it: `oidc`, `etcd`. */
  readonly role: string
  /** Where the implementation finds it: an https:// URL, or unix:// for a socket. */
  readonly url: string
  /** What it was asked, oldest first. */
  readonly journal: readonly Asked[]
  /** Replaces the named answers; all others stay honest. */
  answer(answers: Partial<Answers>): void
  /** Forgets the journal and answers everything honestly again. */
  reset(): void
  /** Stops listening and cuts open connections; stopping twice is harmless. */
  stop(): Promise<void>
}

/** A peer as `orch-conformance mock PEER` runs it: alone, for people. Each peer's folder exports one as `alone`. */
export interface StandAlonePeer {
  /** The word on the command line: `oidc`. */
  readonly name: string
  /** One line for the help. */
  readonly summary: string
  /** Starts it; files that the user needs (a CA, keys) are written into `directory`. */
  start(options: StandAloneOptions): Promise<RunningPeer>
}

export interface StandAloneOptions {
  /** An existing directory of mode 0700 that belongs to this peer. */
  readonly directory: string
  /** The TCP port to listen on, or 0 for any free one; peers on unix sockets ignore it. */
  readonly port: number
  /** Path of a JavaScript module of the user whose default export gives scripted answers, if any. */
  readonly script?: string
}

export interface RunningPeer {
  readonly peer: MockPeer<Seen, never>
  /** Path of the CA certificate that clients must trust, if the peer speaks TLS. */
  readonly caFile?: string
  /** A configuration snippet ready to paste, in the documents' spelling, with the flags that use it. */
  readonly snippet: string
  /** Calls back for each thing the peer is asked, as it arrives. */
  onAsked(listener: (seen: Seen) => void): void
}
