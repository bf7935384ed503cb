import { until } from '#kit'
import { after, type EtcdRequest } from '#mocks/etcd/index.ts'
import type { ServerWithStore } from './separate-store.ts'

/** A health endpoint that reports on the store. */
export type HealthPath = '/healthz' | '/readyz'

/** Reports for each health path whether a request to it succeeds. */
export type HealthStatus = Readonly<Record<HealthPath, boolean>>

/** Reports whether each path continues to succeed while store responses are delayed. */
export async function healthStatus(
  fixture: () => Promise<ServerWithStore>,
  lateMs: number,
): Promise<HealthStatus> {
  const storedFixture = await fixture()
  const isHealthyAtStart = (path: HealthPath) => () => isHealthyNow(storedFixture, path)
  for (const path of ['/healthz', '/readyz'] as const)
    await until(isHealthyAtStart(path), { withinMs: recoversWithinMs, what: `GET ${path} succeeded` })
  let responseCount = 0
  const respondLate = async <Honest>(honest: Honest, request: EtcdRequest): Promise<Honest> => {
    const response = await after<Honest, EtcdRequest>(lateMs)(honest, request)
    responseCount += 1
    return response
  }
  storedFixture.etcd.answer({ range: respondLate, txn: respondLate, status: respondLate })
  const fromMs = performance.now()
  const check = async (path: HealthPath): Promise<boolean> => {
    let isHealthy = true
    await until(
      async () => {
        const hasMetSlowness = responseCount > 0 && performance.now() - fromMs > cachedForMs + lateMs
        isHealthy = await isHealthyNow(storedFixture, path)
        return !isHealthy || hasMetSlowness
      },
      { withinMs: answerWithinMs, what: `GET ${path} met late answers` },
    )
    return isHealthy
  }
  const [healthz, readyz] = await Promise.all([check('/healthz'), check('/readyz')])
  storedFixture.etcd.reset()
  return { '/healthz': healthz, '/readyz': readyz }
}

// Longest time for which a server may cache the result: kube-apiserver caches it for half a timeout, which is at most 4
// s here.
const cachedForMs = 2_000
const recoversWithinMs = 10_000
const answerWithinMs = 20_000

async function isHealthyNow({ server }: ServerWithStore, path: HealthPath): Promise<boolean> {
  return (await server.request({ path, withinMs: answerWithinMs })).status === 200
}
