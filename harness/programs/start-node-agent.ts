import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Dialect } from '../dialect/dialect.ts'
import { needsFlags } from '../dialect/version-differences.ts'
import { type Attempt, attempt, type Pace } from '../launch/attempt.ts'
import { file, type Flags, type FlagValue } from '../launch/flags.ts'
import { freePort } from '../launch/free-port.ts'
import { type PrivateMounts, withPrivateMounts } from '../launch/namespaces/private-mounts.ts'
import { spawnProgram } from '../launch/spawn.ts'
import { dialectOf } from '../target/dialects.ts'
import { type Credentials, credentials } from './credentials.ts'
import { type AgentPorts, NodeAgent, type NodeAgentOptions, rootName } from './node-agent.ts'

// Kernel settings that some node agents would change, with the values that these agents require; no swap is in use.
const machineFiles: PrivateMounts['replacedFiles'] = {
  '/proc/swaps': 'Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n',
  '/proc/sys/vm/overcommit_memory': '1\n',
  '/proc/sys/vm/panic_on_oom': '0\n',
  '/proc/sys/kernel/panic': '10\n',
  '/proc/sys/kernel/panic_on_oops': '1\n',
  '/proc/sys/kernel/keys/root_maxkeys': '1000000\n',
  '/proc/sys/kernel/keys/root_maxbytes': '25000000\n',
}
const hiddenDirectories = ['/var/lib', '/var/log', '/usr/libexec']

/** Returns three free ports. */
async function agentPorts(): Promise<AgentPorts> {
  const [main, readOnly, health] = [await freePort(), await freePort(), await freePort()]
  return { main, readOnly, health }
}

/** Starts the program without waiting for it. */
async function spawnNodeAgent(options: NodeAgentOptions): Promise<NodeAgent> {
  const { settings, env, peers, mounts, host, healthAddress, flags: given = {} } = options
  const dialect = dialectOf(settings.target)
  // New ports for each start, because another process may have taken a port of the previous start.
  const ports = { ...(await agentPorts()), ...(healthAddress !== undefined && { healthAddress }) }
  const agentFlags = typeof given === 'function' ? given(ports) : given
  needsFlags(dialect, 'node-agent', agentFlags)
  const sharedCredentials = await credentials(dialect)
  const launched = await spawnProgram({
    settings,
    role: 'node-agent',
    flags: (directory) => {
      // The usual flags name these folders.
      for (const name of [rootName, 'certs', 'manifests']) mkdirSync(join(directory, name))
      const flags = { ...defaultFlags(sharedCredentials, ports, directory), ...agentFlags }
      return mounts === 'user' ? inUserNamespace(flags, dialect) : flags
    },
    ...(mounts && {
      wrapCommand: (command, directory) =>
        withPrivateMounts(command, directory, {
          as: mounts,
          emptyDirectories: hiddenDirectories,
          replacedFiles: { ...machineFiles, ...host?.files },
          separateDirectory: rootName,
          cgroups: host?.cgroups,
          filledBytes: host?.filledBytes,
        }),
    }),
    env,
    peers,
  })
  const agent = new NodeAgent(launched, { ports, dialect, credentials: sharedCredentials, options })
  options.onSpawned?.(agent)
  return agent
}

/**
 * Starts a node agent and waits until it is ready or has ended.
 * @param withinMs limit after which the start is `hung`, and the program is killed
 */
export function attemptNodeAgent(
  options: NodeAgentOptions,
  withinMs: number,
  pace?: Pace,
): Promise<Attempt<NodeAgent>> {
  return attempt({
    spawn: () => spawnNodeAgent(options),
    readiness: (agent) => agent.readiness(),
    withinMs,
    ...(pace && { pace }),
  })
}

/**
 * Returns the flags of every node agent that a check starts, unless the check sets others: the agent must not change
 * the machine.
 */
function defaultFlags({ files }: Credentials, ports: AgentPorts, directory: string): Flags {
  const pathInDirectory = (name: string): { path: string } => ({ path: join(directory, name) })
  return {
    '--root-dir': pathInDirectory(rootName),
    '--cert-dir': pathInDirectory('certs'),
    '--pod-manifest-path': pathInDirectory('manifests'),
    '--volume-plugin-dir': pathInDirectory('volume-plugins'),
    '--address': '127.0.0.1',
    '--port': ports.main,
    '--read-only-port': ports.readOnly,
    '--healthz-port': ports.health,
    '--authentication-token-webhook': false,
    '--authorization-mode': 'AlwaysAllow',
    '--cgroups-per-qos': false,
    '--enforce-node-allocatable': 'none',
    '--fail-swap-on': false,
    // The machine may have either version of cgroups, and the documents leave the default open.
    '--fail-cgroupv1': false,
    '--make-iptables-util-chains': false,
    '--oom-score-adj': 0,
    '--resolv-conf': file('resolv.conf', 'nameserver 127.0.0.1\n', { verbatim: true }),
    '--file-check-frequency': '1s',
    '--client-ca-file': files.authority,
    '--tls-cert-file': files.serving,
    '--tls-private-key-file': files.servingKey,
  }
}

function inUserNamespace(flags: Flags, { gates }: Dialect): Flags {
  const gate = gates?.['user-namespace']
  if (gate === undefined) return flags
  const givenGates = flags['--feature-gates']
  const otherGates: readonly FlagValue[] =
    givenGates === undefined ? [] : ([givenGates].flat() as readonly FlagValue[])
  return { ...flags, '--feature-gates': [gate, ...otherGates] }
}
