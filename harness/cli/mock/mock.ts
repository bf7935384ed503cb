import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { dialects } from '../../target/dialects.ts'
import type { Dialect } from '../../dialect/dialect.ts'
import { hasCode, HarnessError, messageOf } from '../../errors.ts'
import { type FileValue, writeConfiguration, writeFlags } from '../../launch/flags.ts'
import { writePrivate } from '../../launch/workspace.ts'
import { nearest } from '../../nearest.ts'
import { guardedDirectory } from '../../reaper/guarded-directory.ts'
import type { RunningPeer, ServeControl, StandAlonePeer } from '../../peer.ts'
import { exitCodes, type ExitCode } from '../line/exit-codes.ts'
import { interrupts } from '../../interrupts.ts'
import { type MockFormat, mockViews, type StartedPeer } from './mock-view.ts'

/** Command-line options of `mock`. */
export interface MockOptions {
  readonly port: number
  readonly script?: string
  /**
   * Spelling of flags and files: `reference`, `kubernetes` or a target file; default: the spelling of the documents.
   */
  readonly target?: string
  readonly format?: MockFormat
  /**
   * Port of the HTTP control server of the peers, 0 for any free port; without a port, no control server
   * runs.
   */
  readonly controlPort?: number
}

/** Dependencies of `mock` in addition to its options and peers. */
export interface MockEnvironment {
  /** Settles when the peers have to stop; default: on an interrupt. */
  readonly interrupted?: Promise<void>
  /** Loads the HTTP control server of the peers. */
  readonly serveControl?: () => Promise<ServeControl>
}

/** Runs peers alone until interrupted. Prints their addresses, then each request as it arrives. */
export async function mockCommand(
  names: readonly string[],
  options: MockOptions,
  knownPeers: readonly StandAlonePeer[],
  { interrupted = interrupts.whenInterrupted, serveControl }: MockEnvironment = {},
): Promise<ExitCode> {
  if (names.length === 0)
    throw new HarnessError('usage', `Name a peer, or give --from DIR.\n\n${peerList(knownPeers)}`)
  const selectedPeers = names.map((name) => findPeer(name, knownPeers))
  const distinctPeers = new Set(selectedPeers)
  const duplicate = selectedPeers.find((peer, index) => selectedPeers.indexOf(peer) !== index)
  if (duplicate !== undefined)
    throw new HarnessError('usage', `The mock peer ${duplicate.name} is named twice. Name each peer once.`)
  if (options.port !== 0 && distinctPeers.size > 1) {
    throw new HarnessError('usage', '--port names one port, so it goes with one peer.')
  }
  const dialect = await dialectOf(options.target ?? 'reference')
  const guardedFolder = guardedDirectory('orch-conformance-mock-')
  const directory = guardedFolder.path
  const originalTmpDir = process.env.TMPDIR
  // Peers make directories for their sockets, which must also be removed.
  process.env.TMPDIR = directory
  const runningPeers: RunningPeer[] = []
  try {
    for (const peer of distinctPeers) {
      // Some peers take long to create their keys, and after an interrupt the remaining peers are no longer needed.
      if (interrupts.isInterrupted) return exitCodes.conformant
      const peerDirectory = join(directory, peer.name)
      runningPeers.push(await startPeer(peer, peerDirectory, options))
      showPeer(peer.name, runningPeers.at(-1) as RunningPeer, peerDirectory, dialect, options.format)
    }
    await using _control = await startControl(distinctPeers, runningPeers, options, serveControl)
    await interrupted
    return exitCodes.conformant
  } finally {
    await Promise.allSettled(runningPeers.map(({ peer }) => peer.stop()))
    if (originalTmpDir === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = originalTmpDir
    await guardedFolder.remove()
  }
}

/**
 * Starts the control server of the peers if requested, and prints its URL. Called last, when all peers
 * listen.
 */
async function startControl(
  selectedPeers: ReadonlySet<StandAlonePeer>,
  runningPeers: readonly RunningPeer[],
  { controlPort, format = 'pretty' }: MockOptions,
  serveControl: (() => Promise<ServeControl>) | undefined,
): Promise<AsyncDisposable | undefined> {
  if (controlPort === undefined || serveControl === undefined) return undefined
  const names = [...selectedPeers].map(({ name }) => name)
  const serve = await serveControl()
  try {
    const server = await serve(
      Object.fromEntries(runningPeers.map((one, at) => [names[at], one])),
      controlPort,
    )
    process.stdout.write(`${mockViews[format].control(server.url)}\n`)
    return server
  } catch (thrown) {
    if (!hasCode(thrown, 'EADDRINUSE')) throw thrown
    const message = `Could not serve the control: port ${controlPort} is in use; give another --control-port, or 0 for a free one.`
    throw new HarnessError('config-fault', message, { cause: thrown })
  }
}

/** Returns the peers as listed in the help, a line each. */
export function peerList(knownPeers: readonly StandAlonePeer[]): string {
  const maxNameLength = Math.max(...knownPeers.map(({ name }) => name.length))
  const lines = knownPeers.map(({ name, summary, aliases = [] }) => {
    const aliasText = aliases.length === 0 ? '' : ` (also ${aliases.join(', ')})`
    return `  ${name.padEnd(maxNameLength)}  ${summary}${aliasText}`
  })
  return ['Peers:', ...lines].join('\n')
}

async function startPeer(
  peer: StandAlonePeer,
  directory: string,
  options: MockOptions,
): Promise<RunningPeer> {
  mkdirSync(directory, { mode: 0o700 })
  const { port, script } = options
  try {
    return await peer.start({ directory, port, ...(script !== undefined && { script }) })
  } catch (thrown) {
    const hint = hasCode(thrown, 'EADDRINUSE')
      ? `port ${port} is in use; give another --port, or 0 for a free one`
      : messageOf(thrown)
    throw new HarnessError(
      'config-fault',
      `Could not start the mock ${peer.name}: ${/[.?!]$/.test(hint) ? hint : `${hint}.`}`,
      {
        cause: thrown,
      },
    )
  }
}

function showPeer(
  name: string,
  running: RunningPeer,
  directory: string,
  dialect: Dialect,
  format: MockFormat = 'pretty',
): void {
  const view = mockViews[format]
  const printLine = (text: string): void => void process.stdout.write(`${text}\n`)
  printLine(view.started({ peer: name, ...writePeerFiles(running, directory, dialect) }))
  running.onAsked((request) => printLine(view.asked(name, request)))
  running.onAnswered((request) => printLine(view.answered(name, request)))
}

/** Writes the files that connect an implementation to the peer, in its spelling. */
function writePeerFiles(
  running: RunningPeer,
  directory: string,
  dialect: Dialect,
): Omit<StartedPeer, 'peer'> {
  const { peer, address = peer.url, files = {}, flags, objects = [], notes = [] } = running
  for (const [file, content] of Object.entries(files)) writePrivate(join(directory, file), content)
  const namedFiles = Object.values(flags).flat().filter(isFile)
  const flagArguments = writeFlags(flags, dialect, directory)
  const flagsFile = join(directory, 'flags.txt')
  if (flagArguments.length > 0) writePrivate(flagsFile, `${flagArguments.join('\n')}\n`)
  return {
    url: address,
    flags: flagArguments,
    ...(flagArguments.length > 0 && { flagsFile }),
    configuration: namedFiles.map(({ file }) => join(directory, file)),
    objects: objects.map((object) => writeConfiguration(object, dialect, directory)),
    files: Object.keys(files).map((file) => join(directory, file)),
    notes,
  }
}

function isFile(value: unknown): value is FileValue {
  return typeof value === 'object' && value !== null && 'file' in value
}

async function dialectOf(target: string): Promise<Dialect> {
  const names: Readonly<Record<string, string>> = { reference: 'orch', kubernetes: 'kubernetes' }
  // The modules that read and check target files take long to load.
  const name = names[target] ?? (await import('../../target/load.ts')).loadTarget(target).dialect
  const dialect = dialects[name]
  if (dialect === undefined) throw new HarnessError('config-fault', `There is no dialect ${name}.`)
  return dialect
}

function findPeer(name: string, knownPeers: readonly StandAlonePeer[]): StandAlonePeer {
  const peer = knownPeers.find((candidate) => candidate.name === name || candidate.aliases?.includes(name))
  if (peer !== undefined) return peer
  const names = knownPeers.map((candidate) => candidate.name)
  const suggestion =
    nearest(name, names) ??
    nearest(
      name,
      knownPeers.flatMap(({ aliases = [] }) => aliases),
    )
  const hint = suggestion === undefined ? `Available: ${names.join(', ')}.` : `Did you mean ${suggestion}?`
  throw new HarnessError('usage', `There is no mock peer ${name}. ${hint}`)
}
