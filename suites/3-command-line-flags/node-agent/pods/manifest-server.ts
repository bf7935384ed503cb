import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { nowMs } from '#kit'

/** One request of a node agent for pods. */
export interface ManifestRequest {
  readonly atMs: number
  readonly method: string
  /** Alternating names and values, as sent. */
  readonly headerLines: readonly string[]
}

/** A server of pod specifications. */
export interface ManifestServer {
  readonly url: string
  readonly requests: readonly ManifestRequest[]
  /** Sets the pods of all later responses. */
  setPods(pods: readonly object[]): void
  /** Makes all later requests fail, until pods are set again. */
  fail(): void
  stop(): Promise<void>
}

/** Starts a server that responds with a list of pods, initially empty. */
export async function startManifestServer(): Promise<ManifestServer> {
  const requests: ManifestRequest[] = []
  let items: readonly object[] | undefined = []
  const server = createServer((request, response) => {
    requests.push({ atMs: nowMs(), method: request.method ?? '', headerLines: request.rawHeaders })
    response.setHeader('content-type', 'application/json')
    if (items === undefined) response.statusCode = 503
    response.end(JSON.stringify({ apiVersion: 'v1', kind: 'PodList', items }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/pods`,
    requests,
    setPods: (pods) => {
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

/** Returns the values of a header of a request, in the order in which they were sent. */
export function headerValues({ headerLines }: ManifestRequest, name: string): string[] {
  return headerLines.flatMap((line, index) =>
    index % 2 === 0 && line.toLowerCase() === name.toLowerCase() ? [headerLines[index + 1] ?? ''] : [],
  )
}
