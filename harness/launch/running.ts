import { setTimeout as sleep } from 'node:timers/promises'
import { HarnessError } from '../errors.ts'
import { inconclusiveError, machineLateError } from '../machine/inconclusive.ts'
import { ownLateness } from '../machine/lateness.ts'
import { memoryShortage, shortageOfProgram } from '../machine/shortage.ts'
import { starvedMs } from '../machine/starvation.ts'
import { processorMs } from '../machine/usage.ts'
import type { Peer } from '../peer.ts'
import { type Role, roleNames } from '../roles.ts'
import { nowMs } from '../time.ts'
import type { RunSettings } from '../target/settings.ts'
import type { Timeline } from '../timeline.ts'
import { addedFlags, type CommandLine, commandLineOf } from './added-flags.ts'
import { endOf, explainCrash, hasCrashed, hasDied, endOfOutput, reportsLostLease } from './crash.ts'
import { servingProcess, processesBelow } from './listening.ts'
import type { Exit, Program } from './program.ts'
import { ProgramEvidence } from './program-evidence.ts'
import { type ProgramDigests, digestsOfProgram } from './program-digests.ts'
import { removeWorkspace } from './workspace.ts'

/** Facts about a running program. */
export interface LaunchedProgram {
  readonly role: Role
  readonly settings: RunSettings
  readonly program: Program
  readonly timeline: Timeline
  /** Working directory of the program; its top-level files are the configuration. */
  readonly directory: string
  /** The whole command line. */
  readonly command: readonly string[]
  /** Intended flags of the program, `--name=value` each, in whatever form the command takes them. */
  readonly flags: readonly string[]
  /** Name of the file with these flags in the directory, if there is one. */
  readonly flagsFile?: string
  readonly peers: readonly Peer[]
  /** Variables that the harness added to the environment of the program. */
  readonly env: Readonly<Record<string, string>>
}

// Time limit for the end of a process after its last action, even if the system writes its memory to a file.
const exitReportedWithinMs = 500

// Lateness that can prevent the renewal of a lease, and the time before the end of a program in which this lateness
// must occur. Leases of checks last for two seconds or longer.
const lateForLeaseMs = 1_000
const leaseSpanMs = 6_000

/** Reports whether the machine was so late before a moment that a program could not renew its lease. */
function wasLateBefore(atMs: number): boolean {
  const lateness = ownLateness()
  return lateness.since(atMs - leaseSpanMs) - lateness.since(atMs) >= lateForLeaseMs
}

/** Base class of the running programs of all roles. */
export class RunningProgram implements LaunchedProgram {
  readonly launched: LaunchedProgram
  /** Evidence of the program for a check. */
  readonly evidence: ProgramEvidence

  constructor(launched: LaunchedProgram) {
    this.launched = launched
    this.evidence = new ProgramEvidence(launched)
  }

  get role(): Role {
    return this.launched.role
  }

  get settings(): RunSettings {
    return this.launched.settings
  }

  get program(): Program {
    return this.launched.program
  }

  get timeline(): Timeline {
    return this.launched.timeline
  }

  get directory(): string {
    return this.launched.directory
  }

  get command(): readonly string[] {
    return this.launched.command
  }

  get flags(): readonly string[] {
    return this.launched.flags
  }

  /** Intended arguments, both as the command takes them and as the program takes them. */
  get intendedArguments(): readonly string[] {
    return [...this.launched.command, ...this.launched.flags]
  }

  get peers(): readonly Peer[] {
    return this.launched.peers
  }

  get env(): Readonly<Record<string, string>> {
    return this.launched.env
  }

  /** All output so far, standard output first. */
  get output(): string {
    return `${this.program.stdout.text}\n${this.program.stderr.text}`
  }

  /** Id of the program's process, which may be a descendant of the command; known once the program serves. */
  get processId(): number {
    return servingProcess(this.program.pid)
  }

  /** Records the flags that the command added, and the programs that really ran, while they can be read. */
  recordAddedFlags(): void {
    const { processId } = this
    this.evidence.addedFlags = addedFlags(processId, this.intendedArguments)
    this.evidence.programWords = commandLineOf(processId)
  }

  /** Records the flags of a program that is not ready, from the last command line that was read. */
  recordCommandLine({ addedFlags: added, words }: CommandLine): void {
    this.evidence.addedFlags = added
    this.evidence.programWords = words
  }

  /** Returns the programs that really ran, once the program serves. */
  programDigests(): Promise<ProgramDigests> {
    return digestsOfProgram(this.role, this.program.pid, this.evidence.addedFlags)
  }

  /** Time that the program has waited for a processor since its start, in milliseconds. */
  get starvedMs(): number {
    return this.#processes().reduce((all, one) => all + starvedMs(one), 0)
  }

  /** Processor time that the program has used since its start, in milliseconds. */
  get usedProcessorMs(): number {
    return processorMs(this.#processes())
  }

  /** Returns the process of the command, and the processes below it. */
  #processes(): readonly number[] {
    const { pid } = this.program
    return [pid, ...processesBelow(pid)]
  }

  /**
   * True if the program ended by a signal that the harness did not send, or with a crash trace, or used too much of the
   * machine.
   */
  get isCrashed(): boolean {
    return this.excess !== undefined || hasCrashed(this.program, this.output)
  }

  /** Sentence about the resource of which the program used too much, so that it was ended. */
  get excess(): string | undefined {
    const { excess } = this.program
    return excess === undefined
      ? undefined
      : `The ${roleNames[this.role]} ${excess}, so it was ended. That is its own doing, not that of a slow machine.`
  }

  /**
   * Resource that this machine lacks, according to the output or the end of the program and to the machine's own
   * figures; for people.
   */
  get shortage(): string | undefined {
    const { exit, sentSignals, excess } = this.program
    if (excess !== undefined) return undefined
    const isKilled = exit?.signal === 'SIGKILL' && !sentSignals.has('SIGKILL')
    return (isKilled ? memoryShortage() : undefined) ?? shortageOfProgram(this.output, this.directory)
  }

  /** Returns the shortage that the output since a moment reports. */
  shortageSince(fromMs: number): string | undefined {
    if (this.excess !== undefined) return undefined
    const outputs = this.timeline.between(fromMs, nowMs()).filter(({ kind }) => kind === 'output')
    return shortageOfProgram(outputs.map(({ what }) => what).join('\n'), this.directory)
  }

  /** Ends the program and removes its directory. Has no effect on a program that has already exited. */
  async stop(): Promise<Exit> {
    const exit = await this.program.stop(this.settings.target.limits.stopMs)
    removeWorkspace(this.directory)
    return exit
  }

  /**
   * Returns the error of the program's death, if the death may have caused a failure; `undefined` for a requested end.
   * @param isCut true if a connection ended. The end of a connection is seen before the end of the process, so the
   * process is awaited for a moment.
   */
  async death(when: string, isCut: boolean, cause?: unknown): Promise<HarnessError | undefined> {
    const { program } = this
    if (isCut && program.exit === undefined) await Promise.race([program.exited, sleep(exitReportedWithinMs)])
    const isOver = this.excess !== undefined || hasDied(program, this.output)
    return isOver ? this.crash(when, cause) : undefined
  }

  /** Returns the error for a program that died while a check needed it. */
  crash(when: string, cause?: unknown): HarnessError {
    const { excess } = this
    if (excess !== undefined)
      return new HarnessError('crashed', `${excess}\n${endOfOutput(this.output)}`, { cause })
    const { exit } = this.program
    const stateText = exit === undefined ? 'is still running' : endOf(exit)
    const crashText = `The ${roleNames[this.role]} ended ${when} (${stateText})`
    const { shortage } = this
    if (shortage !== undefined)
      return inconclusiveError(`${crashText}. ${shortage}\n${endOfOutput(this.output)}`, { cause })
    const isKilled = exit === undefined || exit.signal !== null || hasCrashed(this.program, this.output)
    const { message, programError } = explainCrash(crashText, this.output, isKilled ? 'killed' : 'runs')
    if (!isKilled && reportsLostLease(this.output) && wasLateBefore(exit.atMs))
      return machineLateError(message, cause)
    return new HarnessError('crashed', message, { cause, programError })
  }
}
