import { currentCheck, HarnessError, nowMs } from '#kit'
import type { ApiServer } from '#harness/programs/api-server.ts'
import {
  type AuthorizationRequest,
  allow,
  noOpinion,
  type SubjectAccessReview,
  type WebhookAuthorizers,
} from '#mocks/webhook-authorizer/index.ts'
import type { Answer } from '#mocks/http/index.ts'
import { Caller, type CallerDecision } from './callers.ts'

// Minimum timeout of a webhook in these checks, in milliseconds.
const minTimeoutMs = 1_000

/** The last webhook of every chain, which is called for every user. */
export const lastName = 'zz-last'

export interface CallerOptions {
  /** Response of the caller's webhook. Default: allowed. */
  readonly answer?: Answer<SubjectAccessReview>
  /** Response of the last webhook of the chain. Default: no opinion. */
  readonly nextAnswer?: Answer<SubjectAccessReview>
  readonly groups?: readonly string[]
  /** Part of the caller's name between dots, for use in conditions. */
  readonly tag?: string
}

/** Result of one request. */
export interface ChainOutcome {
  readonly decision: CallerDecision
  /** Number of calls of the caller's webhook about the caller. */
  readonly calls: number
  /** True if the last webhook of the chain was called about the caller. */
  readonly passedOn: boolean
}

let callerCount = 0

/** Returns a new user whose name begins with the name of a webhook. */
export function judgedCaller(
  server: ApiServer,
  host: WebhookAuthorizers,
  webhook: string,
  { answer = allow(), nextAnswer = noOpinion(), groups = [], tag = 'user' }: CallerOptions = {},
): JudgedCaller {
  const newCaller = Caller.of(server, `${webhook}.${tag}.${++callerCount}`, groups)
  const createdCaller = new JudgedCaller(newCaller, host, webhook)
  createdCaller.setAnswer(answer)
  createdCaller.setAnswer(nextAnswer, lastName)
  return createdCaller
}

/** A caller with the webhook calls about it. */
export class JudgedCaller {
  readonly caller: Caller
  readonly #host: WebhookAuthorizers
  readonly #webhook: string

  constructor(caller: Caller, host: WebhookAuthorizers, webhook: string) {
    this.caller = caller
    this.#host = host
    this.#webhook = webhook
  }

  /** Returns the calls of a webhook, by default the caller's own, about this caller. */
  calls(webhook = this.#webhook): readonly AuthorizationRequest[] {
    return this.#host.webhook(webhook).about(this.caller.name).journal
  }

  /** Ends the check unless the caller's webhook was called, because a result without a call has a different cause. */
  requireRequest(errorCode: 'untestable' | 'inconclusive' = 'untestable'): void {
    if (this.calls().length > 0) return
    throw new HarnessError(errorCode, `The webhook was never asked about ${this.caller.name}.`)
  }

  /** Changes the response of a webhook, by default the caller's own, about this caller. */
  setAnswer(answer: Answer<SubjectAccessReview>, webhook = this.#webhook): void {
    this.#host.webhook(webhook).about(this.caller.name).answer({ review: answer })
  }

  /** Sends one request; see `Caller.requestDecision`. */
  async outcome(path?: string, patienceMs?: number): Promise<ChainOutcome> {
    const [before, last] = [this.calls().length, this.calls(lastName).length]
    const fromMs = nowMs()
    const decision = await this.caller.requestDecision(path, patienceMs)
    const callCount = this.calls().length - before
    const tookMs = nowMs() - fromMs
    // On a busy machine, a server may give up on a webhook, before or after the call arrives.
    if (tookMs >= minTimeoutMs) currentCheck().timing.noteTimedOutWait(tookMs)
    return {
      decision,
      calls: callCount,
      passedOn: this.calls(lastName).length > last,
    }
  }
}
