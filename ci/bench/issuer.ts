// Compares the mock issuer with a second issuer under the same load: `node dist/ci/bench/issuer.js [URL of the other
// issuer [CA file]]`. Requests the discovery document and the keys of both.
import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:https'
import { startOidcIssuer } from '#mocks/oidc-issuer/index.ts'
import { median } from './median.ts'

const [otherUrl, otherCa] = process.argv.slice(2)
const concurrency = 16
const requestsPerRound = 4_000
const rounds = 5

const issuer = await startOidcIssuer()
await issuer.mint()
const ownIssuer = { url: issuer.url, ca: issuer.certificateAuthority }
const otherIssuer =
  otherUrl === undefined ? undefined : { url: otherUrl, ca: otherCa && readFileSync(otherCa, 'utf8') }
for (const endpoint of ['discovery', 'keys'] as const) {
  const mockRates: number[] = []
  const otherRates: number[] = []
  for (let round = 0; round < rounds; round++) {
    mockRates.push(await requestsPerSecond(ownIssuer, endpoint))
    if (otherIssuer !== undefined) otherRates.push(await requestsPerSecond(otherIssuer, endpoint))
  }
  const comparison =
    otherRates.length === 0
      ? ''
      : `, other ${median(otherRates).toFixed(0)}/s, ratio ${(median(mockRates) / median(otherRates)).toFixed(2)}`
  process.stdout.write(`${endpoint}: mock issuer ${median(mockRates).toFixed(0)}/s${comparison}\n`)
}
await issuer.stop()
process.exit(0)

async function requestsPerSecond(
  server: { url: string; ca?: string | undefined },
  what: 'discovery' | 'keys',
): Promise<number> {
  const agent = new Agent({
    keepAlive: true,
    maxSockets: concurrency,
    ...(server.ca ? { ca: server.ca } : { rejectUnauthorized: false }),
  })
  const discovery = `${server.url}/.well-known/openid-configuration`
  const url =
    what === 'discovery'
      ? discovery
      : (JSON.parse(await fetchText(discovery, agent)) as { jwks_uri: string }).jwks_uri
  const fromMs = performance.now()
  let requestsLeft = requestsPerRound
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (requestsLeft-- > 0) await fetchText(url, agent)
    }),
  )
  agent.destroy()
  return requestsPerRound / ((performance.now() - fromMs) / 1_000)
}

function fetchText(url: string, agent: Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (answer) => {
      let body = ''
      answer.setEncoding('utf8').on('data', (text: string) => (body += text))
      answer.once('end', () => resolve(body))
    }).once('error', reject)
  })
}
