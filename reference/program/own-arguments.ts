import { Refusal } from '../flags/refusal.ts'
import { isFaultyStart } from './every-other-start.ts'
import type { QuirkList, QuirkSettings } from '../quirks/quirks.ts'

/** Options of the reference, separate from the documented flags. */
export interface OwnArguments {
  readonly settings: QuirkSettings
  /** List to print instead of starting. */
  readonly list?: 'faults' | 'freedoms' | undefined
  /** Remaining arguments: documented flags. */
  readonly rest: readonly string[]
}

const optionNames = ['--fault', '--freedom', '--fault-trace', '--every-other-start'] as const

/**
 * Extracts `--fault`, `--freedom`, `--fault-trace`, `--every-other-start` and the `--list-…` options from a command
 * line.
 */
export function splitOwnArguments(
  argv: readonly string[],
  faults: QuirkList,
  freedoms: QuirkList,
): OwnArguments {
  const programArguments: string[] = []
  const optionValues = {
    '--fault': [] as string[],
    '--freedom': [] as string[],
    '--fault-trace': [] as string[],
    '--every-other-start': [] as string[],
  }
  let list: OwnArguments['list']
  for (let index = 0; index < argv.length; index++) {
    const argument = argv[index] ?? ''
    const option = optionNames.find((name) => argument === name || argument.startsWith(`${name}=`))
    if (option !== undefined) {
      const value = argument === option ? argv[++index] : argument.slice(option.length + 1)
      if (value === undefined) throw new Refusal(`${option}: needs a value`)
      optionValues[option].push(value)
    } else if (argument === '--list-faults') list = 'faults'
    else if (argument === '--list-freedoms') list = 'freedoms'
    else programArguments.push(argument)
  }
  refuseUnknown('--fault', optionValues['--fault'], faults)
  refuseUnknown('--freedom', optionValues['--freedom'], freedoms)
  const counterDirectory = optionValues['--every-other-start'].at(-1)
  const settings = {
    // A start that only prints, for example the version, is not counted and always has the faults.
    faults: new Set(
      counterDirectory === undefined || isPrintRequest(programArguments) || isFaultyStart(counterDirectory)
        ? optionValues['--fault']
        : [],
    ),
    freedoms: new Set(optionValues['--freedom']),
    traceFile: optionValues['--fault-trace'].at(-1),
  }
  return { settings, list, rest: programArguments }
}

function isPrintRequest(programArguments: readonly string[]): boolean {
  return programArguments.some((argument) => /^(?:--help|-h|--version(?:=.*)?)$/.test(argument))
}

/** Returns the output of `--list-faults` or `--list-freedoms`: a JSON array of names with summaries. */
export function listQuirks(quirks: QuirkList): string {
  return `${JSON.stringify(
    Object.entries(quirks).map(([name, summary]) => ({ name, summary })),
    null,
    2,
  )}\n`
}

function refuseUnknown(option: string, names: readonly string[], knownQuirks: QuirkList): void {
  const unknownName = names.find((name) => !Object.hasOwn(knownQuirks, name))
  if (unknownName !== undefined)
    throw new Refusal(`${option}: nothing is named ${JSON.stringify(unknownName)}`)
}
