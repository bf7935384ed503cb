import { Refusal } from '../flags/refusal.ts'
import { isEveryOther } from './every-other-start.ts'
import type { QuirkList, QuirkSettings } from '../quirks/quirks.ts'

/** Options of the reference, separate from the documented flags. */
export interface OwnArguments {
  readonly settings: QuirkSettings
  /** List to print instead of starting. */
  readonly list?: 'faults' | 'freedoms' | undefined
  /** Remaining arguments: documented flags. */
  readonly rest: readonly string[]
}

const valued = ['--fault', '--freedom', '--fault-trace', '--every-other-start'] as const

/**
 * Extracts `--fault`, `--freedom`, `--fault-trace`, `--every-other-start` and the `--list-…` options from a command
 * line.
 */
export function ownArguments(argv: readonly string[], faults: QuirkList, freedoms: QuirkList): OwnArguments {
  const rest: string[] = []
  const given = {
    '--fault': [] as string[],
    '--freedom': [] as string[],
    '--fault-trace': [] as string[],
    '--every-other-start': [] as string[],
  }
  let list: OwnArguments['list']
  for (let index = 0; index < argv.length; index++) {
    const argument = argv[index] ?? ''
    const option = valued.find((name) => argument === name || argument.startsWith(`${name}=`))
    if (option !== undefined) {
      const value = argument === option ? argv[++index] : argument.slice(option.length + 1)
      if (value === undefined) throw new Refusal(`${option}: needs a value`)
      given[option].push(value)
    } else if (argument === '--list-faults') list = 'faults'
    else if (argument === '--list-freedoms') list = 'freedoms'
    else rest.push(argument)
  }
  refuseUnknown('--fault', given['--fault'], faults)
  refuseUnknown('--freedom', given['--freedom'], freedoms)
  const counted = given['--every-other-start'].at(-1)
  const settings = {
    // A start that only prints something is not counted.
    faults: new Set(counted === undefined || prints(rest) || isEveryOther(counted) ? given['--fault'] : []),
    freedoms: new Set(given['--freedom']),
    traceFile: given['--fault-trace'].at(-1),
  }
  return { settings, list, rest }
}

function prints(rest: readonly string[]): boolean {
  return rest.some((argument) => /^(?:--help|-h|--version(?:=.*)?)$/.test(argument))
}

/** Returns the output of `--list-faults` or `--list-freedoms`: a JSON array of names with summaries. */
export function listed(quirks: QuirkList): string {
  return `${JSON.stringify(
    Object.entries(quirks).map(([name, summary]) => ({ name, summary })),
    null,
    2,
  )}\n`
}

function refuseUnknown(option: string, names: readonly string[], known: QuirkList): void {
  const unknown = names.find((name) => !Object.hasOwn(known, name))
  if (unknown !== undefined) throw new Refusal(`${option}: nothing is named ${JSON.stringify(unknown)}`)
}
