import { nowMs, type Sample } from '#kit'
import { openWatch, type ProbeOutcome, type ProbeRequest } from '#kit/clients.ts'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { mergePatchHeaders } from '../../../shared/merge-patch.ts'
import { configMap, configMaps, identity, createProber } from '../fixture.ts'

/** New requests of several kinds, by the words that complete "rejects". */
export const probeNames = {
  read: 'a read',
  write: 'a write',
  replacement: 'a replacement by PUT',
  change: 'a change by PATCH',
  deletion: 'a deletion by DELETE',
  'write over HTTP/2': 'a write over HTTP/2',
  watch: 'a watch',
  'unknown path': 'a request for an unknown path',
} as const

export type ProbeName = keyof typeof probeNames

const questions: Readonly<Record<Exclude<ProbeName, 'watch'>, ProbeRequest>> = {
  read: { path: configMaps },
  write: {
    method: 'POST',
    path: configMaps,
    body: JSON.stringify(configMap('made-while-draining')),
  },
  replacement: {
    method: 'PUT',
    path: `${configMaps}/replaced-while-draining`,
    body: JSON.stringify(configMap('replaced-while-draining')),
  },
  change: {
    method: 'PATCH',
    path: `${configMaps}/changed-while-draining`,
    headers: mergePatchHeaders,
    body: JSON.stringify({ data: { for: 'draining' } }),
  },
  deletion: { method: 'DELETE', path: `${configMaps}/deleted-while-draining` },
  'write over HTTP/2': {
    method: 'POST',
    path: configMaps,
    body: JSON.stringify(configMap('made-over-http2-while-draining')),
  },
  'unknown path': { path: '/nobody/knows/this' },
}

/** Sends one request of each kind at the same time, each on a separate connection. */
export async function probeOnce(server: ApiServer): Promise<Map<ProbeName, Sample>> {
  const timedProbe = async (
    name: ProbeName,
    probe: () => Promise<ProbeOutcome>,
  ): Promise<[ProbeName, Sample]> => {
    const sentAtMs = nowMs()
    const probeOutcome = await probe()
    return [name, { sentAtMs, doneAtMs: nowMs(), outcome: probeOutcome }]
  }
  const probes = Object.entries(questions).map(([name, question]) =>
    timedProbe(name as ProbeName, () =>
      createProber(server, name.endsWith('HTTP/2') ? 'http2' : 'fresh').send(question),
    ),
  )
  return new Map(await Promise.all([...probes, timedProbe('watch', () => watchOnce(server))]))
}

// Time within which an accepted watch receives its response.
const answeredWithinMs = 1_000

async function watchOnce(server: ApiServer): Promise<ProbeOutcome> {
  const watch = openWatch('http1', { ...identity(server), path: `${configMaps}?watch=true` })
  const limit = setTimeout(() => watch.leave(), answeredWithinMs)
  const status = await watch.responseStatus
  clearTimeout(limit)
  watch.leave()
  if (status > 0) return { kind: 'answered', status, headers: {}, body: '', reused: false }
  const kind = watch.end?.how === 'left' ? 'silent' : 'cut'
  return { kind, error: watch.end?.detail ?? 'not answered', reused: false }
}
