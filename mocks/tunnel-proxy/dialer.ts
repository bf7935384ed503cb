import { connect, type Socket } from 'node:net'
import { nowMs } from '#harness/time.ts'
import { messageOf } from '#harness/errors.ts'
import { Answers, ConnectionReset, Journal } from '../peer/index.ts'
import { answerNames, type Dial, type TunnelAnswers, type TunnelRequest } from './request.ts'
import { honestDial } from './honest.ts'
import { honestly } from './faults.ts'

/** Common part of a proxy for both protocols: journal, decision and connections to targets. */
export class Dialer {
  readonly requestJournal = new Journal<TunnelRequest>()
  readonly answers = new Answers<TunnelAnswers>('tunnel-proxy', answerNames)
  readonly names = new Map<string, string>()
  readonly #targets = new Set<Socket>()

  /** Records a dial and returns its result. An error that a scripted response throws is a refusal. */
  async decide(request: TunnelRequest): Promise<Dial | 'hang-up'> {
    this.requestJournal.record(request)
    const honest = honestDial(request.address ?? '', this.names)
    try {
      const dial = await (this.answers.overrides.dial ?? honestly)(honest, request)
      if (dial.refusal !== undefined) this.#recordRefusal(request, dial.refusal.reason)
      return dial
    } catch (thrown) {
      const reason = messageOf(thrown)
      this.#recordRefusal(request, reason)
      return thrown instanceof ConnectionReset ? 'hang-up' : { refusal: { reason, status: 500 } }
    }
  }

  #recordRefusal(request: TunnelRequest, reason: string): void {
    request.error = reason
    this.requestJournal.settle(request, `refused: ${reason}`)
  }

  /**
   * Connects to a target and counts the bytes that the target sends. If the connection fails, records the reason and
   * rejects.
   */
  open(targetAddress: string, request: TunnelRequest): Promise<Socket> {
    const colonIndex = targetAddress.lastIndexOf(':')
    return new Promise((resolve, reject) => {
      const target = connect({
        host: targetAddress.slice(0, colonIndex),
        port: Number(targetAddress.slice(colonIndex + 1)),
        noDelay: true,
      })
      this.#targets.add(target)
      target.once('connect', () => {
        request.to = targetAddress
        this.requestJournal.settle(request, `connected with ${targetAddress}`)
        resolve(target)
      })
      target.on('error', (error) => {
        if (request.to === undefined) this.#recordRefusal(request, error.message)
        request.error ??= error.message
        reject(error)
      })
      target.on('data', (chunk: Buffer) => {
        request.receivedBytes += chunk.length
      })
      target.once('close', () => {
        this.#targets.delete(target)
        request.untilMs = nowMs()
      })
      // No data may be lost before a listener is attached.
      target.pause()
    })
  }

  cut(): void {
    for (const target of this.#targets) target.destroy()
  }
}

/** Returns a new entry of the journal. */
export function dialRecord(
  protocol: TunnelRequest['protocol'],
  address: string,
  details: Pick<TunnelRequest, 'headers' | 'client'> = {},
): TunnelRequest {
  const description = protocol === 'grpc' ? `DIAL_REQ ${address}` : `CONNECT ${address}`
  return {
    atMs: nowMs(),
    what: description,
    kind: 'dial',
    protocol,
    address,
    sentBytes: 0,
    receivedBytes: 0,
    ...details,
  }
}

/** Returns an entry for a client that did not dial. */
export function failedClientRecord(
  protocol: TunnelRequest['protocol'],
  description: string,
  error?: string,
): TunnelRequest {
  return {
    atMs: nowMs(),
    what: description,
    kind: 'other',
    protocol,
    sentBytes: 0,
    receivedBytes: 0,
    ...(error !== undefined && { error }),
  }
}
