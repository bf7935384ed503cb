import { type ChildProcess, spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { freePort } from '#harness/launch/free-port.ts'
import { until } from '#harness/machine/until.ts'
import { startEtcd } from '../../etcd/index.ts'
import { clientOf, type Endpoint } from './requests.ts'

export interface Programs {
  readonly apiServer: string
}

export interface RealServer extends Endpoint {
  stop(): Promise<void>
}

/** Returns the API server of `KUBEBUILDER_ASSETS` or `PATH`, if there is one. */
export function findPrograms(): Programs | undefined {
  const folders = [process.env.KUBEBUILDER_ASSETS ?? '', ...(process.env.PATH ?? '').split(delimiter)]
  const find = (name: string) =>
    folders
      .filter(Boolean)
      .map((folder) => join(folder, name))
      .find(isExecutable)
  const apiServer = find('kube-apiserver')
  return apiServer === undefined ? undefined : { apiServer }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

// Maximum duration of the start: several times the duration on a machine that is busy with other tests.
const readyWithinMs = 45_000
const token = 'differential'

/** Starts a real API server over the mock etcd that allows every request. */
export async function startReal({ apiServer }: Programs): Promise<RealServer> {
  const directory = await mkdtemp(join(tmpdir(), 'api-server-'))
  const etcd = await startEtcd()
  const port = await freePort()
  const file = (name: string) => join(directory, name)
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  await Promise.all([
    writeFile(file('sa.key'), privateKey.export({ type: 'pkcs1', format: 'pem' })),
    writeFile(file('tokens'), `${token},admin,1,"system:masters"\n`),
  ])
  const child: ChildProcess = spawn(
    apiServer,
    [
      `--etcd-servers=${etcd.url}`,
      `--secure-port=${port}`,
      '--bind-address=127.0.0.1',
      `--cert-dir=${file('pki')}`,
      '--service-account-issuer=https://issuer.example',
      `--service-account-key-file=${file('sa.key')}`,
      `--service-account-signing-key-file=${file('sa.key')}`,
      `--token-auth-file=${file('tokens')}`,
      '--authorization-mode=AlwaysAllow',
      '--service-cluster-ip-range=10.96.0.0/16',
      // The additions of these plugins to objects are not part of storage.
      '--disable-admission-plugins=ServiceAccount,DefaultTolerationSeconds,Priority,StorageObjectInUseProtection,TaintNodesByCondition',
      '--endpoint-reconciler-type=none',
    ],
    { stdio: 'ignore' },
  )
  const endpoint = { url: `https://127.0.0.1:${port}`, token }
  const send = clientOf(endpoint)
  const stop = async (): Promise<void> => {
    const exit = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined
    child.kill('SIGKILL')
    await exit
    await etcd.stop()
    await rm(directory, { recursive: true, force: true })
  }
  const isReady = async () => (await send('GET /readyz').catch(() => undefined))?.status === 200
  try {
    await until(isReady, { withinMs: readyWithinMs, what: 'the real API server was ready' })
  } catch (thrown) {
    await stop()
    throw thrown
  }
  return { ...endpoint, stop }
}
