#!/usr/bin/env node
// The least that the harness takes for an API server, with the ways in which one can misbehave: `--behave=WORD`.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'

const flags = new Map(process.argv.slice(2).map((argument) => argument.split(/=(.*)/s) as [string, string]))
const behave = flags.get('--behave') ?? 'well'
const pem = (flag: string): string => readFileSync(flags.get(flag) ?? '', 'utf8')

if (flags.has('--version')) {
  process.stdout.write('Fake v0.0.1\n')
  process.exit(0)
}
if (behave === 'exit-at-once') process.exit(0)
if (behave === 'refuse') {
  process.stderr.write('fake: the flag --behave is refused\n')
  process.exit(1)
}
if (behave === 'ignore-sigterm') process.on('SIGTERM', () => {})
if (behave === 'never-listen') setInterval(() => {}, 1_000)
else listen()
if (behave === 'flood') setInterval(() => process.stdout.write('x'.repeat(60_000)), 1)

function listen(): void {
  const server = createServer(
    {
      cert: pem('--tls-cert-file'),
      key: pem('--tls-private-key-file'),
      ca: pem('--client-ca-file'),
      requestCert: true,
    },
    (request, response) => {
      if (request.url === '/crash') process.exit(3)
      if (request.url === '/hang') return
      response.end('ok')
    },
  )
  server.listen(Number(flags.get('--secure-port')), '127.0.0.1')
}
