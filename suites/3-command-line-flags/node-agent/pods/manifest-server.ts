import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { nowMs } from '#harness/time.ts'

/** One question of a node agent that looks for pods. */
export interface ManifestAsked {
  readonly atMs: number
  readonly method: string
  /** Names and values in turn, as they were sent. */
  readonly headerLines: readonly string[]
}

/** A server of pod specifications. */
export interface ManifestServer {
  readonly url: string
  readonly asked: readonly ManifestAsked[]
  /** Lets it answer with these pods from now on. */
  give(pods: readonly object[]): void
  /** Lets it fail from now on, until it is given pods. */
  fail(): void
  stop(): Promise<void>
}

/** Starts a server that answers with a list of pods, none at first. */
export async function startManifestServer(): Promise<ManifestServer> {
  const asked: ManifestAsked[] = []
  let items: readonly object[] | undefined = []
  const server = createServer((request, response) => {
    asked.push({ atMs: nowMs(), method: request.method ?? '', headerLines: request.rawHeaders })
    response.setHeader('content-type', 'application/json')
    if (items === undefined) response.statusCode = 503
    response.end(JSON.stringify({ apiVersion: 'v1', kind: 'PodList', items }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/pods`,
    asked,
    give: (pods) => {
      items = pods
    },
    fail: () => {
      items = undefined
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The values of a header of a question, in the order in which they were sent. */
export function headerValues({ headerLines }: ManifestAsked, name: string): string[] {
  return headerLines.flatMap((line, index) =>
    index % 2 === 0 && line.toLowerCase() === name.toLowerCase() ? [headerLines[index + 1] ?? ''] : [],
  )
}
