import { currentCheck } from '#harness/check/context.ts'
import { expect } from '#harness/check/expect.ts'
import { shared } from '#harness/check/shared.ts'
import { file, type Flags } from '#harness/launch/flags.ts'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { sharedServer } from '../../../shared/api-server.ts'
import { createObject } from '../../../shared/objects.ts'
import { namesIn, valuesOf } from './exposition.ts'

/** The flag that shows what is hidden. */
export const show = '--show-hidden-metrics-for-version'
/** The metric that counts requests. */
export const requests = 'apiserver_request_total'
/** The minor version before the server's own, of which its dialect may know the number. */
export function previousMinor(): string {
  const { dialect } = currentCheck()
  const own = dialect.versions?.apiserver ?? dialect.usualVersion
  if (own === undefined) return currentCheck().open('version.previous-minor')
  const [major, minor] = own.split('.').map(Number)
  return `${major}.${Number(minor) - 1}`
}

const manifest = (values: string): Flags => ({
  '--allow-metric-labels-manifest': file('labels.yaml', { [`${requests},verb`]: values }),
})

type Servers = () => Promise<ApiServer>

/** Servers by what their metrics leave out. */
export interface MetricServers {
  /** What is hidden. */
  readonly plain: Servers
  /** All verbs of requests but those of its file. */
  readonly revealing: Servers
  /** All verbs but those of its flag, the hidden metrics and another one. */
  readonly choosy: Servers
  /** All verbs but those of its flag, although a file allows another one. */
  readonly overriding: Servers
  /** The metrics that are only shown when somebody asks for the previous version's. */
  readonly hiddenNames: () => Promise<readonly string[]>
}

const allowed = { '--allow-metric-labels': `${requests},verb=GET,LIST` } as const

/** Starts the servers on first use. */
export function metricServers(): MetricServers {
  const plain = sharedServer(() => ({}))
  const revealing = sharedServer(() => ({ flags: { [show]: previousMinor(), ...manifest('GET') } }))
  const hidden = shared(() => shownOnlyBy(revealing, plain))
  const choosy = sharedServer(async () => ({
    flags: {
      [show]: previousMinor(),
      ...allowed,
      '--disabled-metrics': [...(await hidden()), await usualName(plain)].join(','),
    },
  }))
  const overriding = sharedServer(() => ({ flags: { ...manifest('POST'), ...allowed } }))
  const hiddenNames = async (): Promise<readonly string[]> => {
    // Every check has the servers in its evidence.
    await Promise.all([plain(), revealing()])
    return hidden()
  }
  return { plain, revealing, choosy, overriding, hiddenNames }
}

/** What a server shows of its metrics. */
export async function exposition(servers: Servers): Promise<string> {
  const server = await servers()
  const { status, body } = await server.request({ path: '/metrics' })
  expect(status, 'the status of /metrics').toBe(200)
  return body
}

const collection = '/api/v1/namespaces/default/configmaps'
let made = 0

/** The verbs that requests are counted by, after one of each sort. */
export async function verbsCounted(servers: Servers): Promise<readonly string[]> {
  const server = await servers()
  const name = `counted-${++made}`
  await createObject(server, collection, { metadata: { name } })
  await server.request({ path: collection })
  await server.request({ path: `${collection}/${name}` })
  return valuesOf(requests, 'verb', await exposition(servers))
}

/** The metrics that one server shows, and another does not although it has had more to do. */
async function shownOnlyBy(one: Servers, other: Servers): Promise<readonly string[]> {
  const shown = namesIn(await exposition(one))
  await verbsCounted(other)
  const names = namesIn(await exposition(other))
  return [...shown].filter((name) => !names.has(name)).toSorted()
}

/** A metric of requests that everybody sees, other than their number. */
export async function usualName(plain: Servers): Promise<string> {
  const seen = namesIn(await exposition(plain))
  return [...seen].find((name) => name.startsWith('apiserver_request_') && name !== requests) ?? ''
}
