import type { FileValue, Flags } from './flag-values.ts'

/** One thing a peer was asked, recorded on arrival and before any validation. */
export interface Seen {
  /** When it arrived, by `nowMs()`. */
  readonly atMs: number
  /** One line for people: `GET /.well-known/openid-configuration`. */
  readonly what: string
  /** What became of it, in a word: `200`, `OK`, `UNAVAILABLE`; set once it has been answered. */
  answer?: string
}

/** Something the implementation under test talks to, as whoever only looks at it sees it. */
export interface Peer<Asked extends Seen = Seen> extends AsyncDisposable {
  /** The peer's role, as timelines name it: `oidc`, `etcd`. */
  readonly role: string
  /** Where the implementation finds it: an https:// URL, or unix:// for a socket. */
  readonly url: string
  /** What it was asked, oldest first. */
  readonly journal: readonly Asked[]
  /** Stops listening and cuts open connections; stopping twice is harmless. */
  stop(): Promise<void>
}

/** A peer played by the harness, whose answers can be scripted; its start function hands it over running. */
export interface MockPeer<Asked extends Seen, Answers> extends Peer<Asked> {
  /** Replaces the named answers; all others stay honest. */
  answer(answers: Partial<Answers>): void
  /** Forgets the journal and answers everything honestly again. */
  reset(): void
}

/** A peer as `orch-conformance mock PEER` runs it: alone, for people. Each peer's folder exports one as `standAlone`. */
export interface StandAlonePeer {
  /** The word on the command line, which is the name of the peer's folder: `oidc-issuer`. */
  readonly name: string
  /** Other words for it: `oidc`. */
  readonly aliases?: readonly string[]
  /** One line for the help. */
  readonly summary: string
  /** Starts it; it writes nothing into the directory but its sockets. Rejects as `usage` for a script that is wrong. */
  start(options: StandAloneOptions): Promise<RunningPeer>
}

/** What a stand-alone peer is started with. */
export interface StandAloneOptions {
  /** An existing directory of mode 0700 that belongs to this peer. */
  readonly directory: string
  /** The TCP port to listen on, or 0 for any free one; peers on unix sockets ignore it. */
  readonly port: number
  /** Path of a file of rules, or of a JavaScript module whose default export gives scripted answers, if any. */
  readonly script?: string
}

/** What can be done to a stand-alone peer while it runs. */
export interface PeerControl {
  /** The names of its answers. */
  readonly answers: readonly string[]
  /**
   * Replaces what it was told to answer.
   * @param rules a file of rules, as YAML or JSON (`schemas/peer-script.schema.json`)
   * @throws HarnessError `usage` for anything that is no script of this peer
   */
  script(rules: string): void
  /** Forgets the journal and answers everything honestly again. */
  reset(): void
  /** What else it can do, by name; each takes a JSON object and returns another. */
  readonly actions: Readonly<Record<string, (said: Readonly<Record<string, unknown>>) => Promise<object>>>
}

/** Where running peers are controlled over HTTP. */
export interface ControlServer extends AsyncDisposable {
  /** `http://127.0.0.1:41234` */
  readonly url: string
}

/**
 * Lets running peers, by name, be scripted, asked and reset over HTTP on loopback.
 * @param port 0 for any free one
 */
export type ServeControl = (
  peers: Readonly<Record<string, RunningPeer>>,
  port: number,
) => Promise<ControlServer>

/** A stand-alone peer, and what leads an implementation to it; configuration is in the documents' words. */
export interface RunningPeer {
  readonly peer: Peer
  /** Where it is reached, when that is more than the peer's URL: one issuer or webhook of it, with its path. */
  readonly address?: string
  /** Files that belong into its directory as they are, by name: `ca.crt` (whom to trust), `client.key`, a token. */
  readonly files?: Readonly<Record<string, string>>
  /** Flags of the implementation, with their configuration files. */
  readonly flags: Flags
  /** Objects to be created in the implementation. */
  readonly objects?: readonly FileValue[]
  /** What else a user should know, a line each. */
  readonly notes?: readonly string[]
  readonly control?: PeerControl
  /** Calls back for each thing the peer is asked, as it arrives. */
  onAsked(listener: (seen: Seen) => void): void
  /** Calls back for each of these things once it has been answered. */
  onAnswered(listener: (seen: Seen) => void): void
}
