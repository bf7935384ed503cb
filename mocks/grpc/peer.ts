import { messageOf } from '#harness/errors.ts'
import type { MockPeer, JournalEntry } from '#harness/peer.ts'
import { recordScriptedResponse } from '#harness/repro/scripted-responses.ts'
import type { Answer, Answers, Journal } from '../peer/index.ts'
import type { GrpcServer } from './server.ts'
import { GrpcError } from './status.ts'

/** Common interface of gRPC peers. */
export interface GrpcPeer<Entry extends JournalEntry, All extends object> extends MockPeer<Entry, All> {
  /** Number of open client connections. */
  readonly connections: number
  /** Starts to accept connections, at the same address as before. */
  listen(): Promise<void>
  /** Refuses new connections and cuts the open connections. */
  unlisten(): Promise<void>
  /** Calls `listener` for each request on arrival. The returned function unsubscribes. */
  onAsked(listener: (request: Entry) => void): () => void
  /** Calls `listener` for each request after its response. The returned function unsubscribes. */
  onAnswered(listener: (entry: JournalEntry) => void): () => void
}

/** Parts of a gRPC peer. */
export interface GrpcPeerParts<Entry extends JournalEntry, All extends object> {
  readonly role: string
  readonly server: GrpcServer
  readonly journal: Journal<Entry>
  readonly answers: Answers<All>
  /** Releases resources in addition to the server. */
  readonly release?: () => Promise<void> | void
}

/** Builds a gRPC peer from its parts. */
export function grpcPeer<Entry extends JournalEntry, All extends object>({
  role,
  server,
  journal,
  answers,
  release,
}: GrpcPeerParts<Entry, All>): GrpcPeer<Entry, All> {
  const stop = async () => {
    await server.stop()
    await release?.()
  }
  return {
    role,
    url: server.url,
    get journal() {
      return journal.entries
    },
    get connections() {
      return server.connections
    },
    answer: (overrides) => answers.override(overrides),
    reset: () => {
      answers.clear()
      journal.clear()
    },
    listen: () => server.listen(),
    unlisten: () => server.unlisten(),
    onAsked: (listener) => journal.onAsked(listener),
    onAnswered: (listener) => journal.onAnswered(listener),
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

/** Records a request in the journal, then returns the scripted or the correct response. */
export async function handleCall<Entry extends JournalEntry, Honest>(
  journal: Journal<Entry>,
  request: Entry,
  honest: () => Honest | Promise<Honest>,
  override: Answer<Honest, Entry> | undefined,
): Promise<Honest> {
  journal.record(request)
  return recordStatus(journal, request, async () => {
    const answer = await honest()
    if (override === undefined) return answer
    const response = await override(answer, request)
    if (response !== answer) recordScriptedResponse(request.what, { replace: response })
    return response
  })
}

/** Returns a response and records its status in the journal. */
export async function recordStatus<Answer>(
  journal: Pick<Journal<JournalEntry>, 'settle'>,
  request: JournalEntry,
  answer: () => Answer | Promise<Answer>,
): Promise<Answer> {
  try {
    const response = await answer()
    journal.settle(request, 'OK')
    return response
  } catch (thrown) {
    journal.settle(request, thrown instanceof GrpcError ? thrown.code : messageOf(thrown))
    if (thrown instanceof GrpcError)
      recordScriptedResponse(request.what, { fail: thrown.code, message: thrown.message })
    throw thrown
  }
}
