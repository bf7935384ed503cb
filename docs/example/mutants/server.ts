// A very small API server: HTTPS, three health endpoints, two flags that it reads.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'

const flags = new Map(
  process.argv.slice(2).map((word) => word.replace(/^--/, '').split('=') as [string, string]),
)

function portOf(text: string): number {
  if (!/^\d+$/.test(text)) throw new Error(`--secure-port ${text}: not a number`)
  const port = Number(text)
  if (port === 0 || port > 65535) throw new Error(`--secure-port ${text}: not a port to serve on`)
  return port
}

function health(path: string): [number, string] {
  if (['/livez', '/healthz', '/readyz'].includes(path)) return [200, 'ok']
  return path === '/teapot' ? [418, 'no coffee'] : [404, 'no such path']
}

try {
  const port = portOf(flags.get('secure-port') ?? '6443')
  const cert = readFileSync(flags.get('tls-cert-file') ?? '')
  const key = readFileSync(flags.get('tls-private-key-file') ?? '')
  createServer({ cert, key }, ({ url = '' }, response) => {
    const [status, text] = health(url)
    response.writeHead(status).end(text)
  }).listen(port, flags.get('bind-address'))
} catch (error) {
  process.stderr.write(`acme-apiserver: ${(error as Error).message}\n`)
  process.exitCode = 1
}
