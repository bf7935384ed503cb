import { setTimeout as sleep } from 'node:timers/promises'
import { HarnessError } from '../errors.ts'
import type { ProgramDescription } from '../target/target.ts'
import { Timeline } from '../timeline.ts'
import { programArguments } from '../launch/flag-arguments.ts'
import { freePort } from '../launch/free-port.ts'
import { Program } from '../launch/program.ts'
import { makeWorkspace } from '../launch/workspace.ts'

// Time limit of the start: a single member elects itself within two seconds, even on a busy disk.
const readyWithinMs = 20_000
const pollMs = 20

/** Starts a real etcd on loopback ports with its data in the run's temporary directory. */
export async function startRealEtcd(
  description: ProgramDescription,
): Promise<{ readonly url: string; readonly program: Program }> {
  const directory = makeWorkspace('etcd')
  const [clientPort, peerPort] = await Promise.all([freePort(), freePort()])
  const url = `http://127.0.0.1:${clientPort}`
  const peerUrl = `http://127.0.0.1:${peerPort}`
  const flags = [
    `--data-dir=${directory}`,
    `--listen-client-urls=${url}`,
    `--advertise-client-urls=${url}`,
    `--listen-peer-urls=${peerUrl}`,
    `--initial-advertise-peer-urls=${peerUrl}`,
    `--initial-cluster=default=${peerUrl}`,
    '--heartbeat-interval=5',
    '--election-timeout=50',
  ]
  const program = await Program.start({
    name: 'etcd',
    command: programArguments('etcd', description, flags, directory).command,
    cwd: directory,
    env: description.env ?? {},
    timeline: new Timeline(),
  })
  const giveUpAtMs = performance.now() + readyWithinMs
  while (performance.now() < giveUpAtMs && program.exit === undefined) {
    const isHealthy = await fetch(`${url}/health`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (isHealthy) return { url, program }
    await sleep(pollMs)
  }
  program.kill()
  throw new HarnessError(
    'config-fault',
    `etcd (${description.command.join(' ')}) was not healthy within ${readyWithinMs} ms: ${program.stderr.text.slice(-500)}`,
  )
}
