#!/usr/bin/env node
// Program of a role other than the API server: plain HTTP, a separate readiness check, its configuration as a file or
// as flags, and its faults: `--behave=WORD`.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { parse } from 'yaml'

interface Configuration {
  readonly Generic?: { readonly Port?: number; readonly Greeting?: string }
}

const flags = new Map(process.argv.slice(2).map((argument) => argument.split(/=(.*)/s) as [string, string]))
const behaviour = flags.get('--behave') ?? 'well'
const config = flags.get('--config')
const file = config === undefined ? {} : (parse(readFileSync(config, 'utf8')) as Configuration)
const port = file.Generic?.Port ?? Number(flags.get('--port'))
const greeting = file.Generic?.Greeting ?? flags.get('--greeting') ?? ''

if (flags.has('--version')) {
  process.stdout.write('Tiny v0.0.1\n')
  process.exit(0)
}
if (behaviour === 'refuse' || greeting === 'none') {
  process.stderr.write('tiny: the greeting is refused\n')
  process.exit(1)
}
if (behaviour === 'crash') process.kill(process.pid, 'SIGSEGV')
if (behaviour === 'trace') throw new Error('nobody caught this')

const readyAfterRequests = behaviour === 'hang' ? Infinity : 2
let requestCount = 0
createServer((request, response) => {
  if (request.url === '/die') process.kill(process.pid, 'SIGSEGV')
  requestCount += 1
  response.end(request.url === '/ready' ? (requestCount >= readyAfterRequests ? 'yes' : 'no') : greeting)
}).listen(port, '127.0.0.1')
