#!/usr/bin/env node
// Minimal API server that the harness accepts. `--behave=WORD` selects a misbehaviour.
import { readFileSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'

const flags = new Map(process.argv.slice(2).map((argument) => argument.split(/=(.*)/s) as [string, string]))
const behaviour = flags.get('--behave') ?? 'well'
const readPem = (flag: string): string => readFileSync(flags.get(flag) ?? '', 'utf8')

if (flags.has('--version')) {
  process.stdout.write('Fake v0.0.1\n')
  process.exit(0)
}
if (behaviour === 'exit-at-once') process.exit(0)
if (behaviour === 'refuse') {
  process.stderr.write('fake: the flag --behave is refused\n')
  process.exit(1)
}
if (behaviour === 'refuse-in-a-file') {
  writeFileSync(new URL(`file://${flags.get('--tls-cert-file')}.log`), 'fake: the flag --behave is refused\n')
  process.exit(1)
}
if (behaviour === 'refuse-by-segv') process.kill(process.pid, 'SIGSEGV')
if (behaviour === 'refuse-by-go-panic') {
  process.stderr.write('panic: the flag --behave is refused\n\ngoroutine 1 [running]:\nmain.main()\n')
  process.exit(2)
}
if (behaviour === 'refuse-by-node-error') throw new Error('the flag --behave is refused')
if (behaviour === 'lack-files') {
  process.stderr.write('fake: accept tcp: too many open files\n')
  process.exit(1)
}
if (behaviour === 'ignore-sigterm') process.on('SIGTERM', () => {})
if (behaviour === 'never-listen') setInterval(() => {}, 1_000)
else listen()
if (behaviour === 'flood') setInterval(() => process.stdout.write('x'.repeat(60_000)), 1)

/** Accepts every caller with an unsigned token and rejects all other callers. */
function callerOf({ headers }: IncomingMessage, response: ServerResponse): string {
  const [, token = ''] = headers.authorization?.split(' ') ?? []
  response.statusCode = token.includes('.') ? 401 : 201
  return JSON.stringify({
    status: { userInfo: { username: token, groups: ['crew', 'system:authenticated'] } },
  })
}

function listen(): void {
  const server = createServer(
    {
      cert: readPem('--tls-cert-file'),
      key: readPem('--tls-private-key-file'),
      ca: readPem('--client-ca-file'),
      requestCert: true,
      rejectUnauthorized: false,
    },
    (request, response) => {
      if (request.url === '/crash') process.exit(3)
      if (request.url === '/panic') {
        process.stderr.write('panic: no such luck\n\ngoroutine 1 [running]:\n')
        process.exit(2)
      }
      if (request.url === '/segv') process.kill(process.pid, 'SIGSEGV')
      if (request.url === '/hang') return
      if (behaviour === 'know-no-reviews' && request.url?.endsWith('reviews')) {
        response.statusCode = 404
        response.end('404 page not found\n')
        return
      }
      const [, status] = /^\/status\/(\d+)$/.exec(request.url ?? '') ?? []
      if (status !== undefined) response.statusCode = Number(status)
      response.end(request.url?.endsWith('/selfsubjectreviews') ? callerOf(request, response) : 'ok')
    },
  )
  server.listen(Number(flags.get('--secure-port')), '127.0.0.1')
}
