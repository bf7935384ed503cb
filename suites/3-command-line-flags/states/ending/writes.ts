import { nowMs, type Sample } from '#kit'
import type { ProbeRequest } from '#kit/clients.ts'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { configMap, configMaps, createProber } from '../fixture.ts'
import { mergePatchHeaders } from '../../../shared/merge-patch.ts'

const verbs = ['POST', 'PUT', 'PATCH', 'DELETE'] as const
const connections = { fresh: 'HTTP/1.1', http2: 'HTTP/2' } as const

/** A write that is sent during the delay. */
export interface DelayedWrite {
  readonly verb: (typeof verbs)[number]
  readonly connection: keyof typeof connections
}

/** All writes during the delay, by the words that complete "serves". */
export const delayedWrites: Readonly<Record<string, DelayedWrite>> = Object.fromEntries(
  verbs.flatMap((verb) =>
    Object.entries(connections).map(([connection, protocol]) => [
      `${verb} over ${protocol}`,
      { verb, connection: connection as DelayedWrite['connection'] },
    ]),
  ),
)

const objectOf = ({ verb, connection }: DelayedWrite): string =>
  `${verb.toLowerCase()}-${connection}-while-delaying`

/** Names of the objects that must exist before the writes. */
export const writtenObjects: readonly string[] = Object.values(delayedWrites)
  .filter(({ verb }) => verb !== 'POST')
  .map(objectOf)

/** Sends all writes at the same time, and returns their results by the keys of `delayedWrites`. */
export async function writeWhileDelaying(server: ApiServer): Promise<Map<string, Sample>> {
  const writeResults = Object.entries(delayedWrites).map(
    async ([words, write]): Promise<[string, Sample]> => {
      const client = createProber(server, write.connection)
      const sentAtMs = nowMs()
      const writeOutcome = await client.send(requestOfWrite(write))
      const sample = { sentAtMs, doneAtMs: nowMs(), outcome: writeOutcome }
      client.close()
      return [words, sample]
    },
  )
  return new Map(await Promise.all(writeResults))
}

function requestOfWrite(write: DelayedWrite): ProbeRequest {
  const { verb: method } = write
  const name = objectOf(write)
  const path = method === 'POST' ? configMaps : `${configMaps}/${name}`
  if (method === 'DELETE') return { method, path }
  if (method !== 'PATCH') return { method, path, body: JSON.stringify(configMap(name)) }
  return {
    method,
    path,
    headers: mergePatchHeaders,
    body: JSON.stringify({ data: { for: 'the delay' } }),
  }
}
