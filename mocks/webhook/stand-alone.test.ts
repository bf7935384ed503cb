import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { parse } from 'yaml'
import { standAlone as admission } from '../admission-webhook/stand-alone.ts'
import { standAlone as images } from '../image-policy/stand-alone.ts'
import { standAlone as tokens } from '../token-webhook/stand-alone.ts'
import { standAlone as authorizer } from '../webhook-authorizer/stand-alone.ts'
import type { ClientConfig } from './client-config.ts'
import { post } from './testing/post.ts'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'reviews-alone-'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

test.for([
  { peer: authorizer, kind: 'SubjectAccessReview', flag: '--authorization-config', spec: { user: 'alice' } },
  {
    peer: tokens,
    kind: 'TokenReview',
    flag: '--authentication-token-webhook-config-file',
    spec: { token: 'alice-token' },
  },
  { peer: admission, kind: 'AdmissionReview', flag: 'ValidatingWebhookConfiguration', spec: {} },
  { peer: images, kind: 'ImageReview', flag: '--admission-control-config-file', spec: {} },
])(
  'a stand-alone $peer.name is reached through its client configuration file',
  async ({ peer, kind, flag, spec }) => {
    const runningPeer = await peer.start({ directory, port: 0 })
    await using _peer = runningPeer.peer
    const requests: unknown[] = []
    runningPeer.onAsked((request) => requests.push(request))
    const config = parse(runningPeer.files?.['client.yaml'] ?? '') as ClientConfig
    const response = await post(config, { apiVersion: 'x.orch.io/v1', kind, spec })

    expect(response).toMatchObject({ status: 200, review: { kind } })
    expect(JSON.stringify([runningPeer.flags, runningPeer.objects])).toContain(flag)
    expect(runningPeer.address).toBe(config.clusters[0]?.cluster.server)
    expect(requests).toMatchObject([{ client: { commonName: 'implementation' } }])
  },
)

test('a script changes the responses of a stand-alone webhook', async () => {
  const script = join(directory, 'script.mjs')
  await writeFile(script, 'export default ({ deny }) => ({ review: deny() })')
  const runningPeer = await authorizer.start({ directory, port: 0, script })
  await using _peer = runningPeer.peer
  const config = parse(runningPeer.files?.['client.yaml'] ?? '') as ClientConfig
  const response = await post(config, { apiVersion: 'x.orch.io/v1', kind: 'SubjectAccessReview', spec: {} })

  expect(response.review).toMatchObject({ status: { allowed: false, denied: true } })
})
