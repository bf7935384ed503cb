import type { Seen } from '#harness/peer.ts'
import type { Answer } from '../peer/index.ts'
import type { ClientSubject } from '../tls/index.ts'

/** How a client speaks to the proxy. */
export type TunnelProtocol = 'http-connect' | 'grpc'

/** One connection that the proxy was asked for, or a client that came to ask nothing. */
export interface TunnelSeen extends Seen {
  /** `other` is anything that is not a dial: another method, a failed handshake, no request. */
  readonly kind: 'dial' | 'other'
  readonly protocol: TunnelProtocol
  /** What the client asked to be connected with, as it spelled it: `etcd.test.invalid:2379`. */
  readonly address?: string
  /** The headers of a CONNECT request. */
  readonly headers?: NodeJS.Dict<string | string[]>
  /** Set when the client presented a certificate. */
  readonly client?: ClientSubject
  /** Where the proxy connected it with: `127.0.0.1:40112`; left out until it has. */
  to?: string
  /** Why there was no connection. */
  error?: string
  /** Bytes from the client to the target, so far. */
  sentBytes: number
  /** Bytes from the target to the client, so far. */
  receivedBytes: number
  /** When the tunnel ended, by `nowMs()`. */
  untilMs?: number
}

/** What becomes of a dial. The honest one has `to`, or a `refusal` when the name is unknown. */
export interface Dial {
  /** The target on loopback: `127.0.0.1:40112`. */
  readonly to?: string
  /** Refuses: the text is the reason, the status is that of HTTP. */
  readonly refusal?: { readonly reason: string; readonly status: number }
  /** Sent to the client together with the acceptance, as if the target had spoken too early. */
  readonly early?: string
  /** Cuts the tunnel once the target has sent as many bytes. */
  readonly cutAfterBytes?: number
}

/** What it answers by. */
export const answerNames = ['dial'] as const

/** What the proxy can be told to answer otherwise. */
export interface TunnelAnswers {
  /** What becomes of a dial; what it throws is a refusal. */
  readonly dial: Answer<Dial, TunnelSeen>
}
