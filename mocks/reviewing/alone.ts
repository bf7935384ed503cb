import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stringify } from 'yaml'
import type { RunningPeer, StandAloneOptions, StandAlonePeer } from '#harness/peer.ts'
import { issueClient, type ListenerOptions } from '../serving/index.ts'
import { loadScript } from '../serving/script.ts'
import type { ReviewHost } from './host.ts'
import type { Review, ReviewAnswers } from './review.ts'
import type { ReviewWebhook } from './webhook.ts'

/** How a sort of webhook is run alone. */
export interface StandAloneReviews<Asked extends Review> {
  /** The word on the command line. */
  readonly name: string
  readonly summary: string
  startHost(options: ListenerOptions): Promise<ReviewHost<Asked>>
  /** What to paste and which flags to give, given the path of the client configuration file. */
  snippet(clientConfigFile: string, webhook: ReviewWebhook<Asked>): string
}

/** Makes the stand-alone peer of a sort of webhook: one webhook, with a client certificate ready. */
export function standAlone<Asked extends Review>(sort: StandAloneReviews<Asked>): StandAlonePeer {
  return {
    name: sort.name,
    summary: sort.summary,
    start: (options) => start(sort, options),
  }
}

async function start<Asked extends Review>(
  sort: StandAloneReviews<Asked>,
  { directory, port, script }: StandAloneOptions,
): Promise<RunningPeer> {
  const { answers, handlers } = await loadScript<ReviewAnswers<Asked>>(script, ['review'])
  const peer = await sort.startHost({ port })
  peer.answer(answers)
  peer.use(...handlers)
  const webhook = peer.webhook('review')
  const caFile = join(directory, 'ca.crt')
  const clientConfigFile = join(directory, 'client.yaml')
  const client = await issueClient({ commonName: 'implementation' })
  await Promise.all([
    writeFile(caFile, peer.certificateAuthority),
    writeFile(clientConfigFile, stringify(webhook.clientConfig({ client })), { mode: 0o600 }),
  ])
  return {
    peer,
    caFile,
    snippet: sort.snippet(clientConfigFile, webhook),
    onAsked: (listener) => {
      peer.onAsked(listener)
    },
  }
}
