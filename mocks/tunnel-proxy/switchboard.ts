import { connect, type Socket } from 'node:net'
import { nowMs } from '#harness/clock.ts'
import { messageOf } from '#harness/errors.ts'
import { Answers, Journal } from '../serving/index.ts'
import type { Dial, TunnelAnswers, TunnelSeen } from './asked.ts'
import { honestDial } from './honest.ts'
import { honestly } from './lies.ts'

/** The part of a proxy that both protocols share: what was asked, what becomes of it, the connections to targets. */
export class Switchboard {
  readonly asked = new Journal<TunnelSeen>()
  readonly told = new Answers<TunnelAnswers>()
  readonly names = new Map<string, string>()
  readonly #targets = new Set<Socket>()

  /** Records something and decides what becomes of it; what an answer throws is a refusal. */
  async decide(seen: TunnelSeen): Promise<Dial> {
    this.asked.record(seen)
    const honest = honestDial(seen.address ?? '', this.names)
    try {
      const dial = await (this.told.told.dial ?? honestly)(honest, seen)
      if (dial.refusal !== undefined) seen.error = dial.refusal.reason
      if (dial.fault !== undefined) seen.error = dial.fault
      return dial
    } catch (thrown) {
      seen.error = messageOf(thrown)
      return { refusal: { reason: seen.error, status: 500 } }
    }
  }

  /** Connects with a target and counts what it sends; rejects, and notes why, when nobody listens there. */
  open(to: string, seen: TunnelSeen): Promise<Socket> {
    const colon = to.lastIndexOf(':')
    return new Promise((resolve, reject) => {
      const target = connect({ host: to.slice(0, colon), port: Number(to.slice(colon + 1)), noDelay: true })
      this.#targets.add(target)
      target.once('connect', () => {
        seen.to = to
        resolve(target)
      })
      target.on('error', (error) => {
        seen.error ??= error.message
        reject(error)
      })
      target.on('data', (chunk: Buffer) => {
        seen.receivedBytes += chunk.length
      })
      target.once('close', () => {
        this.#targets.delete(target)
        seen.untilMs = nowMs()
      })
      // Nothing may be lost before somebody listens.
      target.pause()
    })
  }

  cut(): void {
    for (const target of this.#targets) target.destroy()
  }
}

/** An entry of the journal as it begins. */
export function dialSeen(
  protocol: TunnelSeen['protocol'],
  address: string,
  more: Pick<TunnelSeen, 'headers' | 'client'> = {},
): TunnelSeen {
  const what = protocol === 'grpc' ? `DIAL_REQ ${address}` : `CONNECT ${address}`
  return { atMs: nowMs(), what, kind: 'dial', protocol, address, sentBytes: 0, receivedBytes: 0, ...more }
}

/** An entry about a client that did not dial. */
export function otherSeen(protocol: TunnelSeen['protocol'], what: string, error?: string): TunnelSeen {
  return {
    atMs: nowMs(),
    what,
    kind: 'other',
    protocol,
    sentBytes: 0,
    receivedBytes: 0,
    ...(error !== undefined && { error }),
  }
}
