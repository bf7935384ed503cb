import { expect, test, vi } from 'vitest'
import { scriptWithoutFlags, scriptLeavingProcess, plainProgram, runWrapped } from './wrapped-programs.ts'

vi.setConfig({ testTimeout: 180_000 })

/** Returns a shell script with these lines, which wraps a program. */
const wrapper = (...lines: readonly string[]): string => `#!/bin/sh\n${lines.join('\n')}\n`

/** Returns a wrapper that removes a flag before the program starts. */
const scriptWithoutFlag = (flag: string): string =>
  wrapper(
    `for given; do shift; case $given in ${flag}=*) ;; *) set -- "$@" "$given" ;; esac; done`,
    'exec "$NODE" "$@"',
  )

/** Returns a wrapper that starts the program with a module that Node loads before it. */
const scriptWithModule = (module: string): string =>
  wrapper(`exec "$NODE" --import 'data:text/javascript,${encodeURIComponent(module)}' "$@"`)

const wrongDateModule = `import { ServerResponse } from 'node:http'
const { writeHead } = ServerResponse.prototype
ServerResponse.prototype.writeHead = function (...given) {
  this.setHeader('Date', new Date(0).toUTCString())
  return writeHead.apply(this, given)
}`

const emptyAnswersModule = `import { ServerResponse } from 'node:http'
const { end } = ServerResponse.prototype
ServerResponse.prototype.end = function () { return end.call(this, '{}') }
const { writeHead } = ServerResponse.prototype
ServerResponse.prototype.writeHead = function () {
  this.removeHeader('content-length')
  return writeHead.call(this, 200)
}`

const startFailure = 'FAIL the API server starts, and the certificates of both sides are trusted'
const refuses = 'FAIL a refused start of the API server ends its command, and the harness receives the reason'
const endFailure = 'FAIL SIGTERM ends the API server and its command, and no process remains'

test.concurrent.for([
  ['ends at once', wrapper('exit 0'), [startFailure]],
  ['serves another certificate', scriptWithoutFlag('--tls-cert-file'), [startFailure]],
  ['trusts no client certificate', scriptWithoutFlag('--client-ca-file'), [startFailure]],
  [
    'ignores the issuers',
    scriptWithoutFlag('--authentication-config'),
    ['FAIL the API server requests the discovery document of the issuer'],
  ],
  [
    'has another time',
    scriptWithModule(wrongDateModule),
    ['FAIL the clock of the API server agrees with the clock of the harness'],
  ],
  [
    'returns an empty object to every request',
    scriptWithModule(emptyAnswersModule),
    ['FAIL the API server offers the capability objects'],
  ],
  ['ignores its flags', scriptWithoutFlags, [refuses, 'its flags do not arrive']],
  [
    'prints nothing',
    wrapper('exec "$NODE" "$@" >/dev/null 2>&1'),
    [refuses, 'nothing arrived of what it said'],
  ],
  ['hides an exit code', scriptLeavingProcess, [refuses, 'the exit code of the command']],
  [
    'does not forward SIGTERM',
    wrapper('"$NODE" "$@"'),
    [endFailure, 'these processes are left: ', 'orch-apiserver.js'],
  ],
  [
    'leaves another process',
    wrapper('sleep 100 &', 'exec "$NODE" "$@"'),
    [endFailure, 'these processes are left: ', 'sleep 100'],
  ],
  [
    'leaves a process of another session, with no environment',
    wrapper('env -i setsid sleep 101 &', 'exec "$NODE" "$@"'),
    [endFailure, 'these processes are left: ', 'sleep 101'],
  ],
  [
    'is ended by force',
    wrapper(`trap 'kill -9 $! $$' TERM`, '"$NODE" "$@" &', 'wait $!'),
    [endFailure, 'killed by SIGKILL'],
  ],
] as const)('doctor reports an API server that %s', async ([, script, lines]) => {
  const { code, stdout } = await runWrapped(script, plainProgram, ['doctor', '--jobs', '1'], ['apiserver'])

  for (const line of lines) expect(stdout).toContain(line)
  expect(code).toBe(3)
})

test.concurrent('doctor reports a program that prints no version', async () => {
  const script = wrapper('case "$*" in *--version) exit 1 ;; esac', 'exec "$NODE" "$@"')
  const { code, stdout } = await runWrapped(script, plainProgram, ['doctor', '--jobs', '1'], ['apiserver'])

  expect(stdout).toContain('n/a  the API server prints no version for --version')
  expect(stdout).toContain('programs.apiserver.version')
  expect(code).toBe(0)
})

test.concurrent('doctor reports no fault of the reference', async () => {
  const { code, stdout } = await runWrapped(
    wrapper('exec "$NODE" "$@"'),
    plainProgram,
    ['doctor', '--jobs', '1'],
    ['apiserver'],
  )

  expect(stdout).not.toContain('FAIL')
  expect(stdout).not.toContain('no version')
  expect(code).toBe(0)
})
