import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { get } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { standAlone } from './stand-alone.ts'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'oidc-alone-'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

function statusOf(url: string, ca: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(url, { ca, agent: false }, (res) => {
      res.resume()
      resolve(res.statusCode)
    }).on('error', reject)
  })
}

test('the issuer responds as scripted, and the configuration contains its URL and its certificate authority', async () => {
  const script = join(directory, 'answers.mjs')
  await writeFile(script, 'export default ({ status }) => ({ keys: status(418) })')
  const runningPeer = await standAlone.start({ directory, port: 0, script })
  await using _peer = runningPeer.peer
  const requests: string[] = []
  runningPeer.onAsked((request) => requests.push(request.what))
  const { address: url = '', files = {} } = runningPeer
  const certificateAuthority = files['ca.crt'] ?? ''
  const statuses = [
    await statusOf(`${url}/.well-known/openid-configuration`, certificateAuthority),
    await statusOf(`${url}/keys`, certificateAuthority),
  ]

  expect(statuses).toEqual([200, 418])
  expect(requests).toEqual(['GET /issuer/.well-known/openid-configuration', 'GET /issuer/keys'])
  expect(runningPeer.flags['--authentication-config']).toMatchObject({
    content: { jwt: [{ issuer: { url, certificateAuthority } }] },
  })
})

test.for<[string, string]>([
  ['export default { key: () => 1 }', 'the peer has no answer key. Did you mean keys?'],
  ['export default { keys: 1 }', 'keys must be a function of the honest answer'],
  ['export default 1', 'export default an object of answers (discovery, keys, claims)'],
  ['export default {\n  keys: ]\n}', 'answers.mjs:2: the script could not be loaded'],
  ['\nthrow new Error("no.")', 'the script could not be loaded: no.'],
])('the script %s is refused', async ([text, message]) => {
  const script = join(directory, 'answers.mjs')
  await writeFile(script, text)

  await expect(standAlone.start({ directory, port: 0, script })).rejects.toThrow(message)
})

test('the error for a missing script contains its path', async () => {
  const script = join(directory, 'absent.mjs')

  await expect(standAlone.start({ directory, port: 0, script })).rejects.toThrow(
    `${script}: there is no such file.`,
  )
})
