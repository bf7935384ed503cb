import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { orFallback } from '../errors.ts'
import { processesBelow } from './listening.ts'

/**
 * Returns the unintended flags of a process, which a command that starts another program may have added. Empty if the
 * system does not report command lines.
 * @param intendedFlags the intended flags, both as the command takes them and as the program takes them
 */
export function addedFlags(pid: number, intendedFlags: readonly string[]): readonly string[] {
  return addedFlagsOf(commandLineOf(pid), intendedFlags)
}

function addedFlagsOf(words: readonly string[], intendedFlags: readonly string[]): readonly string[] {
  const givenWords = new Set(intendedFlags)
  // A command may write a flag and its value as two words.
  const isNamed = (flag: string): boolean => intendedFlags.some((one) => one.startsWith(`${flag}=`))
  return words.filter((word) => /^--[a-z]/.test(word) && !givenWords.has(word) && !isNamed(word))
}

const nameAndValuePattern = /^--?([^=]+)(?:=(.*))?$/s

/**
 * Returns the flags that are not in the command line of a program. Empty if the command line has none of the flags as
 * the program takes them: the program then takes them in another way, such as from a file.
 * @param words the command line of the program
 * @param flags the intended flags, as the program takes them
 */
export function droppedFlags(words: readonly string[], flags: readonly string[]): readonly string[] {
  const givenWords = new Set(words)
  const dropped = flags.filter((flag) => !givenWords.has(flag) && !isInWords(words, flag))
  return dropped.length === flags.length ? [] : dropped
}

/** Reports whether words contain a flag in another form: with one dash, as two words, or among further values. */
function isInWords(words: readonly string[], flag: string): boolean {
  const [, name, value = 'true'] = nameAndValuePattern.exec(flag) ?? []
  if (name === undefined) return true
  return words.some((word, index) => {
    const [, wordName, ownValue] = nameAndValuePattern.exec(word) ?? []
    if (wordName !== name) return false
    if (ownValue === undefined) return value === 'true' || words[index + 1] === value
    const values = new Set(ownValue.split(','))
    return ownValue === value || value.split(',').every((one) => values.has(one))
  })
}

/** Returns the words of a command line. Only Linux reports command lines. */
export function commandLineOf(pid: number): readonly string[] {
  const words = orFallback(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8'), '').split('\0')
  return words.at(-1) === '' ? words.slice(0, -1) : words
}

/** Process id and end of a command whose program is searched for. */
export interface Command {
  readonly pid: number
  readonly exited: Promise<unknown>
  readonly exit: unknown
}

// First interval between polls: a program that rejects its flags ends within tens of milliseconds. The intervals grow,
// because a program that lives longer need not be read as often.
const firstPollMs = 8
const pollGrowth = 1.25
const maxPollMs = 150

/**
 * Command line of the program that a command starts. Reads the command line repeatedly until the program ends or the
 * caller stops reading, because nothing can be read after the end.
 */
export class CommandLine {
  readonly #command: Command
  readonly #intendedFlags: readonly string[]
  /** Command line of the started process: of a shell with its script, or of the program itself. */
  readonly #startedCommand: string
  #lastWords: readonly string[] = []
  #isStopped = false

  /** @param intendedFlags the intended flags of the program, both as its command takes them and as the program takes them */
  constructor(command: Command, intendedFlags: readonly string[]) {
    this.#command = command
    this.#intendedFlags = intendedFlags
    this.#startedCommand = commandLineOf(command.pid).join('\0')
    void this.#watch()
  }

  /** Words of the last command line read. Empty if it could not be read. */
  get words(): readonly string[] {
    return this.#lastWords
  }

  /** Flags that the command added. */
  get addedFlags(): readonly string[] {
    return addedFlagsOf(this.#lastWords, this.#intendedFlags)
  }

  stop(): void {
    this.#isStopped = true
  }

  async #watch(): Promise<void> {
    const { exited } = this.#command
    for (let everyMs = firstPollMs; !this.#isStopped && this.#command.exit === undefined; ) {
      this.#readCommandLines()
      await Promise.race([sleep(everyMs, undefined, { ref: false }), exited])
      everyMs = Math.min(everyMs * pollGrowth, maxPollMs)
    }
  }

  #readCommandLines(): void {
    const { pid } = this.#command
    const lines = [pid, ...processesBelow(pid)].map(commandLineOf)
    // A command may also start helpers. The program is the process that has the intended flags.
    const matchingCommands = lines.filter((line) => line.some((word) => this.#isGiven(word)))
    // Ignores the shell, which outlives its program for a moment.
    const childCommand = matchingCommands.findLast((line) => line.join('\0') !== this.#startedCommand)
    if (childCommand !== undefined) this.#lastWords = childCommand
    else if (this.#lastWords.length === 0) this.#lastWords = matchingCommands.at(-1) ?? []
  }

  #isGiven(word: string): boolean {
    return (
      /^--[a-z]/.test(word) && this.#intendedFlags.some((one) => one === word || one.startsWith(`${word}=`))
    )
  }
}
