// A controller manager with one defect, for tests of the harness. Its first argument is the defect.
import { readFileSync } from 'node:fs'
import { Agent, createServer, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { parse } from 'yaml'

interface Configuration {
  readonly Generic: {
    readonly Address: string
    readonly Port: number
    readonly ClientConnection: { readonly orchconfig: string }
  }
}

interface ClientConfiguration {
  readonly clusters: readonly { readonly cluster: { readonly server: string } }[]
}

const [, , defect = '', ...flags] = process.argv
const file = flags.find((flag) => flag.startsWith('--config='))?.slice('--config='.length) ?? ''
if (flags.includes('--version')) {
  process.stdout.write('bad-manager v1.0.0\n')
  process.exit(0)
}
const { Generic } = parse(readFileSync(file, 'utf8')) as Configuration
const client = parse(readFileSync(Generic.ClientConnection.orchconfig, 'utf8')) as ClientConfiguration
const server = client.clusters[0]?.cluster.server ?? ''
const leases = '/apis/coordination.orch.io/v1/namespaces/judged-locks/leases'
const leasePath = `${leases}/judged-lock`
const agent = new Agent({ keepAlive: true, maxSockets: 1_000 })

/** Sends one request. Resolves to the status, or to 0 without a response. */
function send(method: string, path: string, body?: string | Buffer): Promise<number> {
  return new Promise((resolve) => {
    const headers = { 'content-type': 'application/json' }
    const sending = request(server + path, { method, agent, headers }, (answer) => {
      answer.resume()
      answer.once('close', () => resolve(answer.statusCode ?? 0))
    })
    sending.once('error', () => resolve(0))
    sending.end(body)
  })
}

const sendGet = async (path: string): Promise<void> => void (await send('GET', path))

/** The object that a controller of deployments creates. */
const replicaSet = JSON.stringify({
  apiVersion: 'apps/v1',
  kind: 'ReplicaSet',
  metadata: { name: 'made', namespace: 'default', ownerReferences: [{ name: 'work-deployment' }] },
  spec: {},
})

const floodConcurrency = 200
const manyWatches = 500
const manyBytes = 100 * 1024 * 1024

const defects: Readonly<Record<string, () => Promise<void>>> = {
  'never-asks': async () => {
    process.stderr.write('this one waits for better days\n')
  },
  'asks-for-unknown': async () => {
    await sendGet(leasePath)
    for (;;) {
      await sendGet('/apis/none.example/v1/things')
      await pause(10)
    }
  },
  floods: async () => {
    await sendGet(leasePath)
    const flood = async (): Promise<void> => {
      for (;;) await sendGet('/api/v1/pods')
    }
    await Promise.all(Array.from({ length: floodConcurrency }, flood))
  },
  'keeps-watches': async () => {
    await sendGet(leasePath)
    for (let number = 0; number < manyWatches; number++) void sendGet('/api/v1/pods?watch=true')
    await sendGet('/healthz')
  },
  'sends-much': async () => {
    await sendGet(leasePath)
    const bytes = Buffer.alloc(manyBytes, ' ')
    for (;;) await send('POST', '/api/v1/namespaces/default/pods', bytes)
  },
  'ignores-leases': async () => {
    await sendGet(leasePath)
    await send('POST', '/apis/apps/v1/namespaces/default/replicasets', replicaSet)
  },
  'dies-taking-over': async () => {
    await sendGet(leasePath)
    await pause(1_000)
    void sendGet(leasePath)
    process.kill(process.pid, 'SIGSEGV')
  },
}

createServer((_, answer) => answer.end('ok')).listen(Generic.Port, Generic.Address, () => {
  void defects[defect]?.()
})
