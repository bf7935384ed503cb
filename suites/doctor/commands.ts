import { readlinkSync } from 'node:fs'
import { inject } from 'vitest'
import {
  currentCheck,
  expect,
  becomesTrueSoon,
  HarnessError,
  orFallback,
  type StartOutcome,
  until,
} from '#kit'
import { type Role, roleNames, type RunningProgram } from '#kit/launch.ts'
import type { NodeAgent } from '#harness/programs/node-agent.ts'
import { accepts } from '#harness/programs/plain-ports.ts'

// Long enough for a program that drains with its default settings.
const exitWithinMs = 60_000
// Long enough for a listener to close, which may belong to another process.
const goneWithinMs = 2_000

/** Expects that a program starts if it has everything that it needs. A refused start proves something only then. */
export function expectStarted(role: Role, outcome: StartOutcome): void {
  if (outcome.outcome === 'ready') return
  const { flags = { as: 'arguments' } } = inject('settings').target.programs[role] ?? {}
  const text = (outcome.why ?? outcome.stderr.trim().slice(-600)) || 'It said nothing.'
  throw new HarnessError(
    'untestable',
    `The ${roleNames[role]} was given all that it needs and did not come up (${outcome.outcome}): it cannot, or its flags do not arrive. The command takes them as ${flags.as} (programs.${role}.flags); what it was started with is in command.txt of ${evidence()}. ${text}`,
  )
}

/**
 * Expects that a refused value ends the command with a reason, which shows that settings of the harness reach the
 * program.
 */
export function expectRefusalArrives(role: Role, flag: string, outcome: StartOutcome): void {
  const name = roleNames[role]
  const { flags = { as: 'arguments' }, log } = inject('settings').target.programs[role] ?? {}
  if (outcome.outcome === 'ready')
    throw new HarnessError(
      'untestable',
      `The ${name} was given ${flag}, which it must refuse, and came up: its flags do not arrive. The command takes them as ${flags.as} (programs.${role}.flags); what it was started with is in command.txt of ${evidence()}.`,
    )
  if (outcome.outcome === 'hung')
    throw new HarnessError(
      'untestable',
      `The ${name} was given ${flag}, which it must refuse, and neither came up nor ended: the command must end when its program does (a supervisor must not start it again), or the flags do not arrive. See ${evidence()}.`,
    )
  expect(outcome.outcome, 'the outcome of a start that must be refused').toBe('refused')
  expect(outcome.exitCode, 'the exit code of the command, which is that of its program').not.toBe(0)
  if (outcome.stderr.trim() !== '') return
  throw new HarnessError(
    'untestable',
    log === undefined
      ? `The ${name} refused ${flag} and nothing arrived of what it said. If it logs to a file, name that: programs.${role}.log.`
      : `The ${name} refused ${flag}, and nothing is in the file ${log} (programs.${role}.log) in the folder of its start.`,
  )
}

/**
 * Expects that SIGTERM ends the program of a command, and that no process and no listener remains.
 * @param port on which the program accepts connections
 */
export async function expectNothingLeftAfterEnd(running: RunningProgram, port: number): Promise<void> {
  const { program } = running
  const release = program.keepProcesses()
  try {
    await expectEnds(running, port)
  } finally {
    release()
  }
}

async function expectEnds({ role, program }: RunningProgram, port: number): Promise<void> {
  const name = roleNames[role]
  program.signal('SIGTERM')
  await until(() => program.exit !== undefined, {
    withinMs: exitWithinMs,
    what: `the command of the ${name} ended after SIGTERM, which it must pass on to its program (a script does by exec)`,
  })
  // During this time, only the program ends its processes.
  const isOver = async (): Promise<boolean> =>
    program.remainingProcesses().length === 0 && !(await accepts('127.0.0.1', port))
  if (!(await becomesTrueSoon(isOver, goneWithinMs))) {
    const remainingProcesses = program.remainingProcesses()
    const remainderText =
      remainingProcesses.length === 0
        ? `something still takes connections on port ${port}`
        : `these processes are left: ${remainingProcesses.join('; ')}`
    throw new HarnessError(
      'untestable',
      `The command of the ${name} ended after SIGTERM, and ${remainderText}. The command must pass SIGTERM on to its program, and end after it (a script starts it by exec).`,
    )
  }
  expect(program.remainingProcesses(), 'processes that are left').toEqual([])
  expect(program.exit?.signal, 'a signal that ended the command by force').not.toBe('SIGKILL')
}

/** Expects that a node agent has separate mounts only if its target declares them. */
export function expectMountsAsDescribed(agent: NodeAgent): void {
  const { processId, program, settings } = agent
  const mounts = (pid: number): string => orFallback(() => readlinkSync(`/proc/${pid}/ns/mnt`), '')
  // The harness may also have given mounts to the command.
  const hasOutsideRoot = agent.hostPathOf('/') !== '/'
  const hasOwnMounts = mounts(processId) !== mounts(hasOutsideRoot ? program.pid : process.pid)
  if (!hasOwnMounts || settings.target.programs['node-agent']?.ownMounts === true) return
  throw new HarnessError(
    'untestable',
    'The command of the node agent gives it mounts of its own: say `ownMounts: true` of it (programs.node-agent), as files of the machine cannot be replaced for it then.',
  )
}

function evidence(): string {
  return `the evidence of ${currentCheck().id}`
}
