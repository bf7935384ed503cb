import type { FileValue, Flags } from './flag-values.ts'

/** One request that a peer received, recorded on arrival and before any validation. */
export interface JournalEntry {
  /** Time of arrival, by `nowMs()`. */
  readonly atMs: number
  /** One line for people: `GET /.well-known/openid-configuration`. */
  readonly what: string
  /** Result in a word: `200`, `OK`, `UNAVAILABLE`; set once the peer has answered. */
  answer?: string
}

/** Read-only view of a server that the implementation under test connects to. */
export interface Peer<Entry extends JournalEntry = JournalEntry> extends AsyncDisposable {
  /** Role of the peer in timelines: `oidc`, `etcd`. */
  readonly role: string
  /** Address for the implementation: an https:// URL, or unix:// for a socket. */
  readonly url: string
  /** Requests that the peer received, oldest first. */
  readonly journal: readonly Entry[]
  /** Stops listening and cuts open connections. A second call has no effect. */
  stop(): Promise<void>
}

/** A mock peer of the harness, whose responses can be scripted; its start function returns it running. */
export interface MockPeer<Entry extends JournalEntry, Answers> extends Peer<Entry> {
  /** Replaces the named responses; all others stay correct. */
  answer(answers: Partial<Answers>): void
  /** Clears the journal and restores all correct responses. */
  reset(): void
}

/** A peer that `orch-conformance mock PEER` runs alone, for people. Each peer's folder exports one as `standAlone`. */
export interface StandAlonePeer {
  /** Name of the peer on the command line, and of its folder: `oidc-issuer`. */
  readonly name: string
  /** Other names of the peer: `oidc`. */
  readonly aliases?: readonly string[]
  /** One line for the help. */
  readonly summary: string
  /** Starts the peer, which writes only its sockets into the directory. Rejects as `usage` for a wrong script. */
  start(options: StandAloneOptions): Promise<RunningPeer>
}

/** Start options of a stand-alone peer. */
export interface StandAloneOptions {
  /** Existing directory of mode 0700 that belongs to this peer. */
  readonly directory: string
  /** TCP port to listen on, or 0 for any free port; peers on unix sockets ignore it. */
  readonly port: number
  /** Path of a file of rules, or of a JavaScript module whose default export gives scripted responses, if any. */
  readonly script?: string
}

/** Control interface of a running stand-alone peer. */
export interface PeerControl {
  /** Names of the peer's responses. */
  readonly answers: readonly string[]
  /**
   * Replaces the peer's scripted responses.
   * @param rules a file of rules, as YAML or JSON (`schemas/peer-script.schema.json`)
   * @throws HarnessError `usage` for anything that is not a script of this peer
   */
  script(rules: string): void
  /** Clears the journal and restores all correct responses. */
  reset(): void
  /** Other actions, by name; each takes and returns a JSON object. */
  readonly actions: Readonly<Record<string, (said: Readonly<Record<string, unknown>>) => Promise<object>>>
}

/** HTTP server that controls running peers. */
export interface ControlServer extends AsyncDisposable {
  /** Base URL: `http://127.0.0.1:41234`. */
  readonly url: string
}

/**
 * Serves control of running peers, by name, over HTTP on loopback: scripting, queries and reset.
 * @param port 0 for any free port
 */
export type ServeControl = (
  peers: Readonly<Record<string, RunningPeer>>,
  port: number,
) => Promise<ControlServer>

/** A stand-alone peer, and the configuration that connects an implementation to it, in the documents' words. */
export interface RunningPeer {
  readonly peer: Peer
  /** Address, if it is more than the peer's URL: the path of one issuer or webhook of the peer is added. */
  readonly address?: string
  /**
   * Files that belong unchanged in the peer's directory, by name: `ca.crt` (the trusted authority), `client.key`, a
   * token.
   */
  readonly files?: Readonly<Record<string, string>>
  /** Flags of the implementation, with their configuration files. */
  readonly flags: Flags
  /** Objects to create in the implementation. */
  readonly objects?: readonly FileValue[]
  /** Further notes for a user, a line each. */
  readonly notes?: readonly string[]
  readonly control?: PeerControl
  /** Calls back for each request that the peer receives, on arrival. */
  onAsked(listener: (request: JournalEntry) => void): void
  /** Calls back for each request once the peer has answered. */
  onAnswered(listener: (request: JournalEntry) => void): void
}
