import type { MockPeer, Seen } from '#harness/peer.ts'
import type { Answers } from '../serving/answers.ts'
import type { Journal } from '../serving/journal.ts'
import type { Answer } from './lies.ts'
import type { GrpcServer } from './server.ts'

/** What every peer that speaks gRPC can do. */
export interface GrpcPeer<Asked extends Seen, All extends object> extends MockPeer<Asked, All> {
  /** How many client connections are open. */
  readonly connections: number
  /** Accepts connections (again), at the same address. */
  listen(): Promise<void>
  /** Refuses connections and cuts the open ones. */
  unlisten(): Promise<void>
  /** Calls back for each question as it arrives; the returned function ends that. */
  onAsked(listener: (asked: Asked) => void): () => void
}

export interface GrpcPeerParts<Asked extends Seen, All extends object> {
  readonly role: string
  readonly server: GrpcServer
  readonly journal: Journal<Asked>
  readonly answers: Answers<All>
  /** What is to be let go besides the server. */
  readonly release?: () => Promise<void> | void
}

/** The face of a gRPC peer over its parts. */
export function grpcPeer<Asked extends Seen, All extends object>({
  role,
  server,
  journal,
  answers,
  release,
}: GrpcPeerParts<Asked, All>): GrpcPeer<Asked, All> {
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
    answer: (told) => answers.tell(told),
    reset: () => {
      answers.clear()
      journal.clear()
    },
    listen: () => server.listen(),
    unlisten: () => server.unlisten(),
    onAsked: (listener) => journal.onAsked(listener),
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

/** Journals a question, then gives the honest answer or what a lie makes of it. */
export async function answered<Asked extends Seen, Honest>(
  journal: Journal<Asked>,
  asked: Asked,
  honest: () => Honest | Promise<Honest>,
  told: Answer<Honest, Asked> | undefined,
): Promise<Honest> {
  journal.record(asked)
  const answer = await honest()
  return told === undefined ? answer : told(answer, asked)
}
