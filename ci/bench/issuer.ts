// Compares the mock issuer with a second issuer under the same load: `node dist/ci/bench/issuer.js [URL of the other
// issuer [CA file]]`. Requests the discovery document and the keys of both.
import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:https'
import { startOidcIssuer } from '#mocks/oidc-issuer/index.ts'
import { median } from './median.ts'

const [otherUrl, otherCa] = process.argv.slice(2)
const concurrency = 16
const requests = 4_000
const rounds = 5

const issuer = await startOidcIssuer()
await issuer.mint()
const ownIssuer = { url: issuer.url, ca: issuer.certificateAuthority }
const otherIssuer =
  otherUrl === undefined ? undefined : { url: otherUrl, ca: otherCa && readFileSync(otherCa, 'utf8') }
for (const endpoint of ['discovery', 'keys'] as const) {
  const a: number[] = []
  const b: number[] = []
  for (let round = 0; round < rounds; round++) {
    a.push(await requestsPerSecond(ownIssuer, endpoint))
    if (otherIssuer !== undefined) b.push(await requestsPerSecond(otherIssuer, endpoint))
  }
  const comparison =
    b.length === 0 ? '' : `, other ${median(b).toFixed(0)}/s, ratio ${(median(a) / median(b)).toFixed(2)}`
  process.stdout.write(`${endpoint}: mock issuer ${median(a).toFixed(0)}/s${comparison}\n`)
}
await issuer.stop()
process.exit(0)

async function requestsPerSecond(
  of: { url: string; ca?: string | undefined },
  what: 'discovery' | 'keys',
): Promise<number> {
  const agent = new Agent({
    keepAlive: true,
    maxSockets: concurrency,
    ...(of.ca ? { ca: of.ca } : { rejectUnauthorized: false }),
  })
  const discovery = `${of.url}/.well-known/openid-configuration`
  const url =
    what === 'discovery'
      ? discovery
      : (JSON.parse(await fetchText(discovery, agent)) as { jwks_uri: string }).jwks_uri
  const fromMs = performance.now()
  let requestsLeft = requests
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (requestsLeft-- > 0) await fetchText(url, agent)
    }),
  )
  agent.destroy()
  return requests / ((performance.now() - fromMs) / 1_000)
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
