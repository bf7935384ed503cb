import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readClientConfig } from './read.ts'

const directory = mkdtempSync(join(tmpdir(), 'client-config-'))
afterAll(() => rmSync(directory, { recursive: true }))

function readText(text: string) {
  const file = join(directory, 'config')
  writeFileSync(file, text)
  return readClientConfig(file)
}

const validConfig = `
apiVersion: v1
kind: Config
clusters: [{name: c, cluster: {server: 'https://127.0.0.1:1/path', insecure-skip-tls-verify: true}}]
users: [{name: u, user: {tokenFile: token}}]
contexts: [{name: x, context: {cluster: c, user: u}}]
current-context: x
`

test('the current context is read, with relative file names', () => {
  writeFileSync(join(directory, 'token'), 'secret\n')

  expect(readText(validConfig)).toMatchObject({
    server: new URL('https://127.0.0.1:1/path'),
    insecure: true,
    token: 'secret',
  })
})

const brokenConfigs: readonly [change: (text: string) => string, says: RegExp][] = [
  [(text) => text.replace('current-context: x', 'current-context: y'), /contexts: has no entry named "y"/],
  [(text) => text.replace('kind: Config', 'kind: Pod'), /kind: must be Config/],
  [(text) => text.replace('server:', 'address:'), /clusters: cluster.server is required/],
  [(text) => text.replace('https:', 'ftp:'), /clusters: cluster.server "ftp:.*" is no http or https URL/],
  [(text) => text.replace('cluster: c', 'cluster: d'), /clusters: has no entry named "d"/],
  [(text) => text.replace('verify: true', 'verify: yes please'), /must be true or false/],
  [
    (text) => text.replace('tokenFile: token', 'tokenFile: nowhere'),
    /users: tokenFile: nowhere cannot be read/,
  ],
  [(text) => text.replace('tokenFile: token', 'client-certificate-data: "#"'), /is no base64/],
  [
    (text) => text.replace('insecure-skip', 'certificate-authority-data: eA==, insecure-skip'),
    /no PEM certificate/,
  ],
  [() => '[]', /must hold an object/],
]

test.each(brokenConfigs)(
  'an invalid client configuration file (case %#) is rejected with the reason',
  (change, message) => {
    expect(() => readText(change(validConfig))).toThrow(message)
  },
)
