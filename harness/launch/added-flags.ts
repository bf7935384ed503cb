import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { quietly } from '../errors.ts'
import { processesBelow } from './listening.ts'

/**
 * The flags of a process that it was not meant to have, as a command that starts another program may add them; none where
 * the system does not tell what it runs.
 * @param given what it was meant to have, as its command takes it and as it takes it itself
 */
export function addedFlags(pid: number, given: readonly string[]): readonly string[] {
  return addedTo(commandLineOf(pid), given)
}

function addedTo(words: readonly string[], given: readonly string[]): readonly string[] {
  const known = new Set(given)
  // A command may write a flag and its value as two words.
  const isNamed = (flag: string): boolean => given.some((one) => one.startsWith(`${flag}=`))
  return words.filter((word) => /^--[a-z]/.test(word) && !known.has(word) && !isNamed(word))
}

/** The words of a command line; Linux alone reports them. */
export function commandLineOf(pid: number): readonly string[] {
  const words = quietly(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8'), '').split('\0')
  return words.at(-1) === '' ? words.slice(0, -1) : words
}

/** Process ids and settled end of a command whose program is looked for. */
export interface Command {
  readonly pid: number
  readonly exited: Promise<unknown>
  readonly exit: unknown
}

// A program that refuses its flags ends within tens of milliseconds; one that lives longer need not be read as often.
const firstLookMs = 8
const growth = 1.25
const mostLookMs = 150

/**
 * The command line of the program that a command starts, read again and again until the program ends or somebody stops it:
 * after the end nothing can be read.
 */
export class CommandLine {
  readonly #command: Command
  readonly #given: readonly string[]
  /** The command as it was started: a shell with its script, or the program itself. */
  readonly #own: string
  #last: readonly string[] = []
  #isStopped = false

  /** @param given what the program was meant to have, as its command takes it and as it takes it itself */
  constructor(command: Command, given: readonly string[]) {
    this.#command = command
    this.#given = given
    this.#own = commandLineOf(command.pid).join('\0')
    void this.#watch()
  }

  /** The words that the program was last seen with; none where they could not be read. */
  get words(): readonly string[] {
    return this.#last
  }

  /** The flags that the command added. */
  get addedFlags(): readonly string[] {
    return addedTo(this.#last, this.#given)
  }

  stop(): void {
    this.#isStopped = true
  }

  async #watch(): Promise<void> {
    const { exited } = this.#command
    for (let everyMs = firstLookMs; !this.#isStopped && this.#command.exit === undefined; ) {
      this.#look()
      await Promise.race([sleep(everyMs, undefined, { ref: false }), exited])
      everyMs = Math.min(everyMs * growth, mostLookMs)
    }
  }

  #look(): void {
    const { pid } = this.#command
    const lines = [pid, ...processesBelow(pid)].map(commandLineOf)
    // A command may also start helpers; the program is the one that has the flags that it was meant to have.
    const having = lines.filter((line) => line.some((word) => this.#isGiven(word)))
    // A shell outlives its program for a moment, and is not what it was started for.
    const behind = having.findLast((line) => line.join('\0') !== this.#own)
    if (behind !== undefined) this.#last = behind
    else if (this.#last.length === 0) this.#last = having.at(-1) ?? []
  }

  #isGiven(word: string): boolean {
    return /^--[a-z]/.test(word) && this.#given.some((one) => one === word || one.startsWith(`${word}=`))
  }
}
