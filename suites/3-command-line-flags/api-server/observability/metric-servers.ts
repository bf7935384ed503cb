import { currentCheck, expect, shared } from '#kit'
import { file, type Flags } from '#kit/launch.ts'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { sharedServer } from '../../../shared/api-server.ts'
import { createObject } from '../../../shared/objects.ts'
import { namesIn, valuesOf } from './exposition.ts'

/** Flag that shows hidden metrics. */
export const hiddenMetricsFlag = '--show-hidden-metrics-for-version'
/** Metric that counts requests. */
export const requestsMetric = 'apiserver_request_total'
/** Returns the minor version before the server's own. The dialect may specify the number. */
export function previousMinor(): string {
  const { dialect } = currentCheck()
  const ownVersion = dialect.versions?.apiserver ?? dialect.usualVersion
  if (ownVersion === undefined) return currentCheck().open('version.previous-minor')
  const [major, minor] = ownVersion.split('.').map(Number)
  return `${major}.${Number(minor) - 1}`
}

const manifest = (values: string): Flags => ({
  '--allow-metric-labels-manifest': file('labels.yaml', { [`${requestsMetric},verb`]: values }),
})

type ServerFixture = () => Promise<ApiServer>

/** Servers by the content that their metrics omit. */
export interface MetricServers {
  /** Omits hidden metrics. */
  readonly plainServer: ServerFixture
  /** Omits all verbs of requests except the verbs in its file. */
  readonly withAllLabels: ServerFixture
  /** Omits all verbs and codes except those in its flags, all hidden metrics, and one other metric. */
  readonly selectingServer: ServerFixture
  /** Omits all verbs except the verbs in its flag, although a file allows an additional verb. */
  readonly overridingServer: ServerFixture
  /** Returns the metrics that are shown only with the flag for the previous version. */
  readonly hiddenNames: () => Promise<readonly string[]>
}

const allowedVerbs = `${requestsMetric},verb=GET,LIST`
const allowedLabels = { '--allow-metric-labels': allowedVerbs } as const

/** Starts the servers on first use. */
export function metricServers(): MetricServers {
  const plainServer = sharedServer(() => ({}))
  const withAllLabels = sharedServer(() => ({
    flags: { [hiddenMetricsFlag]: previousMinor(), ...manifest('GET') },
  }))
  const hiddenMetricNames = shared(() => namesOnlyIn(withAllLabels, plainServer))
  const selectingServer = sharedServer(async () => ({
    flags: {
      [hiddenMetricsFlag]: previousMinor(),
      '--allow-metric-labels': [allowedVerbs, `${requestsMetric},code=200`],
      '--disabled-metrics': [...(await hiddenMetricNames()), await usualMetric(plainServer)].join(','),
    },
  }))
  const overridingServer = sharedServer(() => ({ flags: { ...manifest('POST'), ...allowedLabels } }))
  const hiddenNames = async (): Promise<readonly string[]> => {
    // The servers are part of the evidence of every check.
    await Promise.all([plainServer(), withAllLabels()])
    return hiddenMetricNames()
  }
  return {
    plainServer,
    withAllLabels,
    selectingServer,
    overridingServer,
    hiddenNames,
  }
}

/** Returns the metrics that a server shows. */
export async function exposition(fixture: ServerFixture): Promise<string> {
  const server = await fixture()
  const { status, body } = await server.request({ path: '/metrics' })
  expect(status, 'the status of /metrics').toBe(200)
  return body
}

const collection = '/api/v1/namespaces/default/configmaps'
let countedRequestCount = 0

/** Returns the verbs in the request counts, after one request of each sort. */
export async function countedVerbs(fixture: ServerFixture): Promise<readonly string[]> {
  const server = await fixture()
  const name = `counted-${++countedRequestCount}`
  await createObject(server, collection, { metadata: { name } })
  await server.request({ path: collection })
  await server.request({ path: `${collection}/${name}` })
  return valuesOf(requestsMetric, 'verb', await exposition(fixture))
}

/** Returns the status codes in the request counts, after one request of each sort. */
export async function countedCodes(fixture: ServerFixture): Promise<readonly string[]> {
  await countedVerbs(fixture)
  return valuesOf(requestsMetric, 'code', await exposition(fixture))
}

/** Returns the metrics that only the first server shows, although the second has received more requests. */
async function namesOnlyIn(fixture: ServerFixture, otherFixture: ServerFixture): Promise<readonly string[]> {
  const firstNames = namesIn(await exposition(fixture))
  await countedVerbs(otherFixture)
  const names = namesIn(await exposition(otherFixture))
  return [...firstNames].filter((name) => !names.has(name)).toSorted()
}

/** Returns a shown metric about requests that is not their count. */
export async function usualMetric(plain: ServerFixture): Promise<string> {
  const metricNamesShown = namesIn(await exposition(plain))
  return (
    [...metricNamesShown].find((name) => name.startsWith('apiserver_request_') && name !== requestsMetric) ??
    ''
  )
}
