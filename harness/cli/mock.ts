import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HarnessError, messageOf } from '../errors.ts'
import { nearest } from '../nearest.ts'
import type { RunningPeer, StandAlonePeer } from '../peer.ts'
import { exitCodes, type ExitCode } from './exit.ts'

export interface MockOptions {
  readonly port: number
  readonly script?: string
}

/** Runs peers alone until interrupted: prints how to reach them, then what they are asked as it comes. */
export async function mockCommand(
  names: readonly string[],
  options: MockOptions,
  known: readonly StandAlonePeer[],
): Promise<ExitCode> {
  const chosen = names.map((name) => find(name, known))
  if (options.port !== 0 && chosen.length > 1) {
    throw new HarnessError('usage', '--port names one port, so it goes with one peer.')
  }
  const directory = mkdtempSync(join(tmpdir(), 'orch-conformance-mock-'))
  const running: RunningPeer[] = []
  try {
    for (const peer of chosen) running.push(await start(peer, join(directory, peer.name), options))
    await interrupted()
    return exitCodes.conformant
  } finally {
    await Promise.allSettled(running.map(({ peer }) => peer.stop()))
    rmSync(directory, { recursive: true, force: true })
  }
}

async function start(peer: StandAlonePeer, directory: string, options: MockOptions): Promise<RunningPeer> {
  mkdirSync(directory, { mode: 0o700 })
  let running: RunningPeer
  try {
    running = await peer.start({
      directory,
      port: options.port,
      ...(options.script && { script: options.script }),
    })
  } catch (thrown) {
    const busy = messageOf(thrown).includes('EADDRINUSE')
    const hint = busy
      ? `port ${options.port} is in use; give another --port, or 0 for a free one`
      : messageOf(thrown)
    throw new HarnessError('config-fault', `Could not start the mock ${peer.name}: ${hint}.`, {
      cause: thrown,
    })
  }
  const ca = running.caFile === undefined ? '' : `CA certificate: ${running.caFile}\n`
  process.stdout.write(`# ${peer.name}: ${running.peer.url}\n${ca}\n${running.snippet.trimEnd()}\n\n`)
  running.onAsked((seen) => {
    process.stdout.write(`${new Date(seen.atMs).toISOString().slice(11, 23)} ${peer.name} ${seen.what}\n`)
  })
  return running
}

function find(name: string, known: readonly StandAlonePeer[]): StandAlonePeer {
  const peer = known.find((candidate) => candidate.name === name)
  if (peer !== undefined) return peer
  const names = known.map((candidate) => candidate.name)
  const near = nearest(name, names)
  const hint = near === undefined ? `Available: ${names.join(', ')}.` : `Did you mean ${near}?`
  throw new HarnessError('usage', `There is no mock peer ${name}. ${hint}`)
}

function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
}
