import type { MockPeer } from '#harness/peer.ts'
import { messageOf } from '#harness/errors.ts'
import {
  type Answer,
  honestly,
  Incoming,
  listen,
  type Listener,
  type ListenerOptions,
  status,
} from '../http/index.ts'
import { Scripted } from '../peer/index.ts'
import { Cloud } from './honest.ts'
import { answerNames, type CloudAnswers, type CloudCall, type CloudRequest, parseArguments } from './wire.ts'

/**
 * Cloud that the provider of a cloud controller manager calls. Each call is a POST of JSON. Its path is the name of the
 * call.
 */
export class MockCloud
  extends Scripted<CloudRequest, CloudAnswers>
  implements MockPeer<CloudRequest, CloudAnswers>
{
  /** State of the cloud. */
  readonly cloud = new Cloud()
  #listener: Listener | undefined

  /** @internal */
  constructor() {
    super('cloud', answerNames)
  }

  /**
   * Starts listening. Called once, by `startCloud`.
   * @internal
   */
  async listen(options: ListenerOptions): Promise<void> {
    const listener = await listen(
      { ...options, tls: false },
      {
        request: (req, res, connection) => {
          const incoming = new Incoming(req, res, connection, listener.origin)
          this.#serve(incoming).catch((thrown: unknown) => incoming.fail(thrown))
        },
        noRequest: (request) => this.requestJournal.record({ ...request, told: {} }),
      },
    )
    this.#listener = listener
  }

  get url(): string {
    if (this.#listener === undefined) throw new TypeError('the cloud does not listen yet')
    return this.#listener.origin
  }

  /** Configuration file of the provider, which contains the address of this cloud. */
  get configuration(): string {
    return JSON.stringify({ url: this.url })
  }

  /** Returns the calls with the given name, oldest first. */
  calls(name: CloudCall): readonly CloudRequest[] {
    return this.journal.filter(({ call }) => call === name)
  }

  async stop(): Promise<void> {
    await this.#listener?.stop()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop()
  }

  async #serve(incoming: Incoming): Promise<void> {
    const call = callAt(incoming.path, this.cloud)
    let body: string | undefined
    try {
      body = await incoming.body()
    } catch (thrown) {
      incoming.entry.error = messageOf(thrown)
    }
    // The entry is recorded after the body, which names the target. Its time is still that of the arrival.
    const parameters = body === undefined ? undefined : parseArguments(body)
    const request: CloudRequest = Object.assign(incoming.entry, {
      ...(call && { call }),
      told: parameters ?? {},
    })
    this.requestJournal.record(request)
    incoming.res.once('close', () => this.requestJournal.settle(request, incoming.outcome))
    if (body === undefined) return
    if (call === undefined) return incoming.answer(() => '', status(404, 'the cloud has no such call'))
    if (request.method !== 'POST' || parameters === undefined)
      return incoming.answer(() => '', status(400, 'a call is a POST of a JSON object'))
    const answer = (this.answers.overrides[call] ?? honestly) as Answer<unknown>
    return incoming.answer(() => this.cloud.handlers[call](parameters), answer)
  }
}

function callAt(path: string, { handlers }: Cloud): CloudCall | undefined {
  const name = path.slice(1)
  return Object.hasOwn(handlers, name) ? (name as CloudCall) : undefined
}
