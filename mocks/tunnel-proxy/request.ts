import type { JournalEntry } from '#harness/peer.ts'
import type { Answer } from '../peer/index.ts'
import type { ClientSubject } from '../tls/index.ts'

/** Protocol between a client and the proxy. */
export type TunnelProtocol = 'http-connect' | 'grpc'

/** Connection that a client requested from the proxy, or a client that left without a request. */
export interface TunnelRequest extends JournalEntry {
  /** `other` is anything except a dial: another method, a failed handshake, no request. */
  readonly kind: 'dial' | 'other'
  readonly protocol: TunnelProtocol
  /** Address that the client requested, in its spelling: `etcd.test.invalid:2379`. */
  readonly address?: string
  /** Headers of a CONNECT request. */
  readonly headers?: NodeJS.Dict<string | string[]>
  /** Set when the client presented a certificate. */
  readonly client?: ClientSubject
  /** Address to which the proxy connected: `127.0.0.1:40112`; missing until it is connected. */
  to?: string
  /** Reason why there was no connection. */
  error?: string
  /** Number of bytes from the client to the target so far. */
  sentBytes: number
  /** Number of bytes from the target to the client so far. */
  receivedBytes: number
  /** End of the tunnel, by `nowMs()`. */
  untilMs?: number
}

/** Result of a dial. The honest result has `to`, or a `refusal` if the name is unknown. */
export interface Dial {
  /** Target on loopback: `127.0.0.1:40112`. */
  readonly to?: string
  /** Refusal of the dial, with the reason as text and an HTTP status. */
  readonly refusal?: { readonly reason: string; readonly status: number }
  /** Text sent to the client together with the acceptance, as if the target had sent it too early. */
  readonly early?: string
  /** Number of bytes from the target after which the tunnel is cut. */
  readonly cutAfterBytes?: number
}

/** Names of the responses that a script may set. */
export const answerNames = ['dial'] as const

/** Responses of the proxy that can be scripted. */
export interface TunnelAnswers {
  /** Result of a dial; an error that it throws is a refusal. */
  readonly dial: Answer<Dial, TunnelRequest>
}
