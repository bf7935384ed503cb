import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HarnessError } from '../errors.ts'
import { download, type DownloadLimits } from './download.ts'

const folder = mkdtempSync(join(tmpdir(), 'download-'))
const servers: Server[] = []

/** Starts a server on loopback and returns its origin. */
async function serving(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

let here = ''
let other = ''
const received: string[] = []
beforeAll(async () => {
  other = await serving((request, response) => {
    received.push(request.url ?? '')
    response.end('elsewhere')
  })
  here = await serving((request, response) => {
    const moved = (location: string): void => void response.writeHead(302, { location }).end()
    switch (request.url) {
      case '/small':
        return void response.end('small')
      case '/moved':
        return moved('/small')
      case '/elsewhere':
        return moved(`${other}/file`)
      case '/file-url':
        return moved('file:///etc/passwd')
      case '/loop':
        return moved('/loop')
      case '/packed':
        return void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(100_000)))
      case '/slow':
        return void response.writeHead(200).write('never complete')
      default:
        return void response.writeHead(404).end()
    }
  })
})
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
  rmSync(folder, { recursive: true, force: true })
})

/** Returns the downloaded text, or the message of the error. */
async function result(path: string, limits: Partial<DownloadLimits> = {}): Promise<string> {
  const to = join(folder, 'file')
  rmSync(to, { force: true })
  try {
    await download(path.startsWith('/') ? `${here}${path}` : path, to, 'list', limits)
    return readFileSync(to, 'utf8')
  } catch (thrown) {
    // An error leaves no file.
    return existsSync(to) || !(thrown instanceof HarnessError)
      ? `unexpected: ${String(thrown)}`
      : thrown.message
  }
}

test('a file is downloaded, also after a redirect within its origin', async () => {
  expect(await result('/small')).toBe('small')
  expect(await result('/moved')).toBe('small')
})

test('a redirect to another origin is followed only if the list names that origin', async () => {
  expect(await result('/elsewhere')).toContain(
    `it is redirected to ${other}/file, another origin. If that is intended, add ${other} to redirects.`,
  )
  expect(received).toEqual([])
  expect(await result('/elsewhere', { redirects: [other] })).toBe('elsewhere')
})

test.for([
  ['/missing', {}, 'the server returned status 404'],
  ['/loop', {}, 'it is redirected more than 5 times'],
  ['/file-url', {}, 'neither http nor https'],
  ['/packed', { most: 99_999 }, 'it has more than 97.7 KiB'],
  ['/slow', { withinMs: 200 }, 'it was not complete within 0.2 s'],
  ['http://', {}, 'Invalid URL'],
  ['http://127.0.0.1:1/', {}, 'bad port'],
  ['http://user:secret@127.0.0.1:1/', {}, 'A URL with a user or a password is refused'],
] as const)('%s is refused', async ([path, limits, why]) => {
  expect(await result(path, limits)).toContain(why)
})

test('a file of exactly the maximum size is downloaded', async () => {
  expect(await result('/packed', { most: 100_000 })).toHaveLength(100_000)
})
