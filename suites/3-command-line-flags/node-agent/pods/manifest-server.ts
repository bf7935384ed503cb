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
  /** Sets the text of all later responses. */
  setText(text: string): void
  /** Makes all later requests fail, until pods are set again. Default: with an error status. */
  fail(by?: 'status' | 'hang-up'): void
  stop(): Promise<void>
}

/** Starts a server that responds with a list of pods, initially empty. */
export async function startManifestServer(): Promise<ManifestServer> {
  const requests: ManifestRequest[] = []
  let body = listOf([])
  let failure: 'status' | 'hang-up' | undefined
  const server = createServer((request, response) => {
    requests.push({ atMs: nowMs(), method: request.method ?? '', headerLines: request.rawHeaders })
    if (failure === 'hang-up') return void request.socket.destroy()
    response.setHeader('content-type', 'application/json')
    if (failure === 'status') response.statusCode = 503
    response.end(body)
  })
  const setText = (text: string): void => {
    failure = undefined
    body = text
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/pods`,
    requests,
    setPods: (pods) => setText(listOf(pods)),
    setText,
    fail: (by = 'status') => {
      failure = by
      body = listOf([])
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function listOf(items: readonly object[]): string {
  return JSON.stringify({ apiVersion: 'v1', kind: 'PodList', items })
}

/** Returns the values of a header of a request, in the order in which they were sent. */
export function headerValues({ headerLines }: ManifestRequest, name: string): string[] {
  return headerLines.flatMap((line, index) =>
    index % 2 === 0 && line.toLowerCase() === name.toLowerCase() ? [headerLines[index + 1] ?? ''] : [],
  )
}
