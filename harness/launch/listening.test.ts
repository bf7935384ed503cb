import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { isListeningItself, servingProcess, processesBelow } from './listening.ts'

const isLinux = process.platform === 'linux'
// Process id above the maximum of the system, so that no process has it.
const unusedPid = 2 ** 22 + 1

/** Starts a process in a separate group that listens at the given address; returns its id and port. */
async function startListener(host: string): Promise<{ readonly pid: number; readonly port: number }> {
  const script = `const server = require('node:net').createServer().listen(0, '${host}', () => console.log(server.address().port))`
  const child = spawn(process.execPath, ['-e', script], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [output] = (await once(child.stdout, 'data')) as [Buffer]
  return { pid: child.pid ?? 0, port: Number(output.toString()) }
}

test.runIf(isLinux)('a program that listens at one address does not listen at another', async () => {
  const { pid, port } = await startListener('127.0.0.2')

  expect(isListeningItself(pid, '127.0.0.2', port)).toBe(true)
  expect(isListeningItself(pid, '127.0.0.1', port)).toBe(false)
})

test.runIf(isLinux).for(['0.0.0.0', '::'])(
  'a program that listens at %s listens at every address',
  async (host) => {
    const { pid, port } = await startListener(host)

    expect(isListeningItself(pid, '127.0.0.1', port)).toBe(true)
  },
)

test.runIf(isLinux)(
  'a process that listens on the same port at a different address is not the program',
  async () => {
    const { pid, port } = await startListener('127.0.0.2')
    const otherServer = createServer().listen(port, '127.0.0.1')
    await once(otherServer, 'listening')
    onTestFinished(() => void otherServer.close())
    expect((otherServer.address() as AddressInfo).port).toBe(port)

    expect(isListeningItself(pid, '127.0.0.1', port)).toBe(false)
  },
)

test('isListeningItself returns undefined for a process that does not exist', () => {
  expect(isListeningItself(unusedPid, '127.0.0.1', 443)).toBeUndefined()
})

test.runIf(isLinux)('the process behind a command is the child process that listens', async () => {
  const listenScript = "require('node:net').createServer().listen(0, '127.0.0.1', () => console.log('yes'))"
  const command = spawn('/bin/sh', ['-c', '"$0" -e "$1"; true', process.execPath, listenScript], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const pid = command.pid ?? 0
  onTestFinished(() => void process.kill(-pid, 'SIGKILL'))
  await once(command.stdout, 'data')
  const servingPid = servingProcess(pid)

  expect(servingPid).not.toBe(pid)
  expect(processesBelow(pid)).toEqual([servingPid])
  expect(servingProcess(servingPid)).toBe(servingPid)
})
