// A controller on a mock API server: npm install --save-dev vitest ./orch-conformance-peers-0.1.0.tgz
//
// KUBE_CONTROLLER_MANAGER is the path of the Kubernetes program. Without this variable, only the controller in this file
// is tested.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ApiServer, fail, startApiServer, times } from 'orch-conformance-peers/api-server'
import { expect, test } from 'vitest'

const { KUBE_CONTROLLER_MANAGER: program = '' } = process.env
const lease = { resource: 'leases.coordination.k8s.io', namespace: 'kube-system' }

test.skipIf(program === '')(
  'kube-controller-manager acquires the lease at its second attempt',
  async () => {
    await using api = await startApiServer()
    const failedCreates = api.on(
      { verb: 'create', resource: 'leases' },
      times(1, fail(500, 'the store is away')),
    )
    const directory = mkdtempSync(join(tmpdir(), 'manager-'))
    const kubeconfig = join(directory, 'kubeconfig')
    writeFileSync(kubeconfig, api.clientConfiguration({ token: 'manager' }))
    const flags = [`--kubeconfig=${kubeconfig}`, '--controllers=namespace-controller', '--secure-port=0']
    const manager = spawn(program, flags, { stdio: 'ignore' })
    const exitEvent = once(manager, 'exit')
    try {
      await expect
        .poll(() => api.hand.get({ ...lease, name: 'kube-controller-manager' }), { timeout: 20_000 })
        .toBeDefined()
      expect(failedCreates.asked.length).toBe(2)
    } finally {
      manager.kill('SIGKILL')
      await exitEvent
      rmSync(directory, { recursive: true, force: true })
    }
  },
  30_000,
)

/** A custom controller, which sets the status of every pod to running. */
async function reportRunningPods(api: string): Promise<void> {
  const { items } = (await (await fetch(`${api}/api/v1/pods`)).json()) as { items: Pod[] }
  for (const { metadata } of items) {
    const path = `/api/v1/namespaces/${metadata.namespace}/pods/${metadata.name}/status`
    const patch = () =>
      fetch(`${api}${path}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/merge-patch+json' },
        body: JSON.stringify({ status: { phase: 'Running' } }),
      })
    const firstPatch = await patch()
    if (firstPatch.status === 409) await patch()
  }
}

interface Pod {
  readonly metadata: { readonly namespace: string; readonly name: string }
}

test('a patch is retried after a conflict', async () => {
  await using api: ApiServer = await startApiServer()
  const ref = { resource: 'pods', namespace: 'default', name: 'web' }
  api.hand.create({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { namespace: 'default', name: 'web' },
    spec: { containers: [{ name: 'web', image: 'web:1' }] },
  })
  const conflict = api.on({ verb: 'patch', resource: 'pods/status' }, times(1, fail(409)))
  await reportRunningPods(api.url)

  expect(conflict.asked.length).toBe(2)
  expect(api.hand.get(ref)).toMatchObject({ status: { phase: 'Running' } })
})
