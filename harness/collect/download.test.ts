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
async function startServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

let serverUrl = ''
let otherUrl = ''
const receivedUrls: string[] = []
beforeAll(async () => {
  otherUrl = await startServer((request, response) => {
    receivedUrls.push(request.url ?? '')
    response.end('elsewhere')
  })
  serverUrl = await startServer((request, response) => {
    const redirect = (location: string): void => void response.writeHead(302, { location }).end()
    switch (request.url) {
      case '/small':
        return void response.end('small')
      case '/moved':
        return redirect('/small')
      case '/elsewhere':
        return redirect(`${otherUrl}/file`)
      case '/file-url':
        return redirect('file:///etc/passwd')
      case '/loop':
        return redirect('/loop')
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
async function downloadResult(path: string, limits: Partial<DownloadLimits> = {}): Promise<string> {
  const targetFile = join(folder, 'file')
  rmSync(targetFile, { force: true })
  try {
    await download(path.startsWith('/') ? `${serverUrl}${path}` : path, targetFile, 'list', limits)
    return readFileSync(targetFile, 'utf8')
  } catch (thrown) {
    // An error leaves no file.
    return existsSync(targetFile) || !(thrown instanceof HarnessError)
      ? `unexpected: ${String(thrown)}`
      : thrown.message
  }
}

test('a file is downloaded, also after a redirect within its origin', async () => {
  expect(await downloadResult('/small')).toBe('small')
  expect(await downloadResult('/moved')).toBe('small')
})

test('a redirect to another origin is followed only if the list names that origin', async () => {
  expect(await downloadResult('/elsewhere')).toContain(
    `it is redirected to ${otherUrl}/file, another origin. If that is intended, add ${otherUrl} to redirects.`,
  )
  expect(receivedUrls).toEqual([])
  expect(await downloadResult('/elsewhere', { redirects: [otherUrl] })).toBe('elsewhere')
})

test.for([
  ['/missing', {}, 'the server returned status 404'],
  ['/loop', {}, 'it is redirected more than 5 times'],
  ['/file-url', {}, 'neither http nor https'],
  ['/packed', { maxBytes: 99_999 }, 'it has more than 97.7 KiB'],
  ['/slow', { withinMs: 200 }, 'it was not complete within 0.2 s'],
  ['http://', {}, 'Invalid URL'],
  ['http://127.0.0.1:1/', {}, 'bad port'],
  ['http://user:secret@127.0.0.1:1/', {}, 'A URL with a user or a password is refused'],
] as const)('the download of %s is rejected', async ([path, limits, why]) => {
  expect(await downloadResult(path, limits)).toContain(why)
})

test('a file of exactly the maximum size is downloaded', async () => {
  expect(await downloadResult('/packed', { maxBytes: 100_000 })).toHaveLength(100_000)
})
