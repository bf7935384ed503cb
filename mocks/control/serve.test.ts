import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeJwt } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { ControlServer, RunningPeer } from '#harness/peer.ts'
import { standAlonePeers } from '../stand-alone.ts'
import { serveControl } from './serve.ts'

let directory: string
let controlServer: ControlServer
const runningPeers: Record<string, RunningPeer> = {}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'control-'))
  for (const peer of await standAlonePeers())
    runningPeers[peer.name] = await peer.start({ directory, port: 0 })
  controlServer = await serveControl(runningPeers, 0)
})
afterAll(async () => {
  await controlServer[Symbol.asyncDispose]()
  await Promise.all(Object.values(runningPeers).map(({ peer }) => peer.stop()))
  await rm(directory, { recursive: true, force: true })
})
afterEach(() => request('POST', 'cloud/reset'))

/** Sends a request to the control server. Returns the status and the parsed body of the response. */
async function request(method: string, path: string, body?: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${controlServer.url}/peers/${path}`, {
    method,
    headers,
    ...(body !== undefined && { body }),
  })
  return [response.status, (await response.json()) as Readonly<Record<string, unknown>>] as const
}

/** Sends a request to the cloud, a peer that speaks plain HTTP. */
const requestCloud = async (node: string) => {
  const url = `${runningPeers.cloud?.peer.url}/instance-exists`
  return (await fetch(url, { method: 'POST', body: JSON.stringify({ node }) })).status
}

test('the control server lists the responses of every stand-alone peer', async () => {
  const { peers } = (await (await fetch(controlServer.url)).json()) as {
    peers: { name: string; answers: string[] }[]
  }

  expect(peers.map(({ name }) => name)).toEqual((await standAlonePeers()).map(({ name }) => name))
  expect(peers.filter(({ answers }) => answers.length === 0)).toEqual([])
  for (const { name, answers } of peers) {
    const rules = [{ on: answers[0], hangUp: true }]
    expect([name, ...(await request('PUT', `${name}/script`, JSON.stringify({ rules })))]).toEqual([
      name,
      200,
      {},
    ])
    expect([name, ...(await request('POST', `${name}/reset`))]).toEqual([name, 200, {}])
    expect([name, ...(await request('GET', `${name}/journal`))]).toEqual([name, 200, { entries: [] }])
  }
})

describe('a script', () => {
  test('a script in YAML replaces the previous script', async () => {
    await request('PUT', 'cloud/script', 'rules: [{ on: instance-exists, status: 503 }]')
    expect(await requestCloud('a')).toBe(503)
    await request('PUT', 'cloud/script', 'rules: [{ on: list-routes, status: 500 }]')
    expect(await requestCloud('a')).toBe(200)
  })

  test.for([
    [
      'rules: [{ on: instance-exist, hangUp: true }]',
      /no answer instance-exist\. Did you mean instance-exists\?/,
    ],
    ['rules: 1', /^the script: rules: /],
    ['{', /^the script: the script could not be read/],
  ] as const)('an invalid script is refused with the reason: %s', async ([script, error]) => {
    expect(await request('PUT', 'cloud/script', script)).toEqual([
      400,
      { error: expect.stringMatching(error) },
    ])
  })
})

describe('the journal', () => {
  test('a journal query responds when the awaited request has arrived', async () => {
    const journalRequest = request('GET', 'cloud/journal?what=instance-exists&times=2&withinMs=10000')
    await requestCloud('a')
    await requestCloud('b')
    const entries = ['a', 'b'].map((node) => ({
      what: 'POST /instance-exists',
      told: { node },
      at: expect.any(String),
    }))

    expect(await journalRequest).toMatchObject([200, { entries }])
  })

  test('a journal query fails if the awaited request does not arrive in time', async () => {
    await requestCloud('a')

    expect(await request('GET', 'cloud/journal?times=2&withinMs=20')).toEqual([
      408,
      { error: '1 of 2 such entries were there within 20 ms.' },
    ])
  })
})

describe('actions of a peer', () => {
  test('an issuer mints tokens from their claims, and rotates its keys', async () => {
    const input = { claims: { sub: 'bob', aud: 'my-api', nonce: null }, algorithm: 'ES256' }
    const [, { token }] = await request('POST', 'oidc-issuer/token', JSON.stringify(input))

    expect(decodeJwt(token as string)).toMatchObject({ sub: 'bob', aud: 'my-api' })
    expect(decodeJwt(token as string).nonce).toBeUndefined()
    expect(await request('POST', 'oidc-issuer/rotate', '{"keepOld":true}')).toEqual([200, {}])
  })

  test('a key management plugin rotates its key, and returns the name of the new key', async () => {
    expect(await request('POST', 'kms-plugin/rotate')).toEqual([200, { key: 'key-2' }])
  })
})

test.for([
  ['POST', 'oidc-issuer/token', '{"claim":{}}', 400, /^claim: /],
  ['POST', 'oidc-issuer/token', '[]', 400, /not a JSON object/],
  ['POST', 'oidc-issuer/token', '{', 400, /not JSON: /],
  ['GET', 'oidc-issuer/reset', undefined, 405, /GET is not allowed here: use POST/],
  ['GET', 'oidc-issuers', undefined, 404, /no peer oidc-issuers; there is oidc-issuer, etcd/],
  ['GET', 'cloud/journals', undefined, 404, /cloud has no journals; it has journal, script, reset/],
  ['GET', 'cloud/journal?times=x', undefined, 400, /times is a whole number/],
  ['GET', 'cloud/journal/1', undefined, 404, /nothing at/],
  ['PUT', 'cloud/script', ' '.repeat(4_000_000), 413, /too large/],
] as const)('the request %s %s is rejected with a reason', async ([method, path, body, status, error]) => {
  expect(await request(method, path, body)).toEqual([status, { error: expect.stringMatching(error) }])
})

test('a request from a page in a browser is rejected', async () => {
  const answer = await request('POST', 'cloud/reset', undefined, { origin: 'https://elsewhere.example' })

  expect(answer).toEqual([403, { error: 'Requests of browsers are not allowed.' }])
})
