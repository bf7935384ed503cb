import { join } from 'node:path'
import { stringify } from 'yaml'
import type { RunningPeer, StandAloneOptions, StandAlonePeer } from '#harness/peer.ts'
import type { ListenerOptions } from '../http/index.ts'
import * as httpFaults from '../http/faults.ts'
import { controlOf, loadScript, type Shapes } from '../peer/index.ts'
import { issueClient } from '../tls/index.ts'
import type { ReviewHost } from './host.ts'
import { answerNames, type Review, type ReviewAnswers } from './review.ts'
import type { ReviewWebhook } from './webhook.ts'

/** Stand-alone definition of a kind of webhook. */
export interface StandAloneWebhook<Reviewed extends Review>
  extends Pick<StandAlonePeer, 'name' | 'aliases' | 'summary'> {
  /** Faults for scripts in addition to the faults of HTTP, by name. */
  readonly faults: object
  /** Shapes that scripts may merge into its review. */
  readonly shapes: Shapes
  startHost(options: ListenerOptions): Promise<ReviewHost<Reviewed>>
  /**
   * Returns the flags, objects and notes that direct an implementation to the webhook, given the path of the client
   * configuration file.
   */
  directions(
    clientConfigFile: string,
    webhook: ReviewWebhook<Reviewed>,
  ): Pick<RunningPeer, 'flags' | 'objects' | 'notes'>
}

/** Returns the stand-alone peer of a kind of webhook: one webhook, with a client certificate. */
export function standAloneWebhook<Reviewed extends Review>(
  definition: StandAloneWebhook<Reviewed>,
): StandAlonePeer {
  const { name, aliases = [], summary } = definition
  return { name, aliases, summary, start: (options) => start(definition, options) }
}

async function start<Reviewed extends Review>(
  definition: StandAloneWebhook<Reviewed>,
  { directory, port, script }: StandAloneOptions,
): Promise<RunningPeer> {
  const scriptFaults = { ...httpFaults, ...definition.faults }
  const { answers, handlers } = await loadScript<ReviewAnswers<Reviewed>>(
    script,
    answerNames,
    scriptFaults,
    definition.shapes,
  )
  const peer = await definition.startHost({ port })
  peer.answer(answers)
  peer.use(...handlers)
  const webhook = peer.webhook('review')
  const client = await issueClient({ commonName: 'implementation' })
  return {
    peer,
    address: webhook.url,
    files: {
      'ca.crt': peer.certificateAuthority,
      'client.crt': client.certificate,
      'client.key': client.key,
      'client.yaml': stringify(webhook.clientConfig({ client })),
    },
    ...definition.directions(join(directory, 'client.yaml'), webhook),
    control: controlOf([peer], answerNames, scriptFaults, {}, definition.shapes),
    onAsked: (listener) => void peer.onAsked(listener),
    onAnswered: (listener) => void peer.onAnswered(listener),
  }
}
