import { setTimeout as pause } from 'node:timers/promises'
import { makeClient, type Poster } from '../../client-config/client.ts'
import type { Dialer } from '../../client-config/dialer.ts'
import { readIfPresent } from '../../client-config/read.ts'
import type { FlagValues } from '../../flags/flag-values.ts'
import { fault } from '../../quirks/quirks.ts'
import { type AuditEvent, isWatchComplete } from './event.ts'
import type { Sink } from './sink.ts'
import { writtenVersion } from './version.ts'

const answerWithinMs = 30_000
const maxAttempts = 5
const backoffFactor = 1.5

/** Returns a sink that posts events as lists; undefined if no file is set. Throws a Refusal for an unusable file. */
export function auditWebhook(flags: FlagValues, dial: Dialer): Sink | undefined {
  const file = flags.string('audit-webhook-config-file')
  if (file === undefined) return undefined
  const config = readIfPresent(file, () => fault('audit-webhook-file-unusable-accepted'))
  const apiVersion = writtenVersion(flags, 'webhook')
  if (config === undefined) return { write: async () => {}, end: () => {} }
  const client = makeClient(config, dial)
  const isDefaultShort =
    !flags.isSet('audit-webhook-initial-backoff') && fault('audit-webhook-backoff-default-shorter')
  const backoffMs = isDefaultShort ? 1_000 : (flags.durationMs('audit-webhook-initial-backoff') ?? 0)
  let count = 0
  return {
    async write(events) {
      const isFirstBatch = ++count === 1
      if (isFirstBatch && fault('audit-webhook-first-batch-lost')) return
      const isLost = ({ verb }: AuditEvent) => verb === 'head' && fault('audit-webhook-event-lost')
      const items = events.filter((event) => !isLost(event))
      if (items.length === 0) return
      const list = { kind: 'EventList', ...apiVersion, metadata: {}, items }
      await post(client, list, backoffMs)
      const isSentTwice = items.some(isWatchComplete) && fault('audit-webhook-event-twice')
      if (isSentTwice) await post(client, list, backoffMs)
    },
    end: () => {},
  }
}

/** Posts a list until the webhook accepts it. Rejects after the maximum number of attempts. */
async function post(client: Poster, list: { items: readonly AuditEvent[] }, backoffMs: number) {
  let waitMs = backoffMs
  for (let attempt = 1; ; attempt++) {
    const failure = await postEvents(client, list)
    if (failure === undefined) return
    if (attempt === maxAttempts || fault('audit-webhook-not-retried')) throw new Error(failure)
    await pause(fault('audit-webhook-backoff-ignored') ? 0 : waitMs)
    waitMs *= backoffFactor
  }
}

async function postEvents(client: Poster, list: object): Promise<string | undefined> {
  try {
    const { status } = await client.post(list, answerWithinMs)
    return status >= 200 && status < 300 ? undefined : `the audit webhook answered ${status}`
  } catch (thrown) {
    if (fault('audit-webhook-cut-batch-lost')) throw thrown
    return thrown instanceof Error ? thrown.message : String(thrown)
  }
}
