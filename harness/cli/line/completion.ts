import { type Command, Option } from 'commander'

/** The supported shells. */
export const shells = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof shells)[number]

/** Completion data of one command. */
interface CompletedCommand {
  /** Full name of the command: `baseline update`. */
  readonly name: string
  readonly summary: string
  readonly options: readonly {
    readonly flag: string
    readonly summary: string
    readonly takesValue: boolean
    readonly choices: readonly string[]
    /** Command line that prints the values, one per line. */
    readonly listing?: string
  }[]
  /** Accepted arguments. */
  readonly words: readonly string[]
}

/** Values of options for which the program declares no choices. */
export interface Values {
  /** Values by option. */
  readonly words?: Readonly<Record<string, readonly string[]>>
  /** Command lines by option that print the values, one per line. A shell runs them on completion. */
  readonly listings?: Readonly<Record<string, string>>
}

/** Returns the script that makes a shell complete the commands, options and values of a program. */
export function completionScript(shell: Shell, program: Command, values: Values = {}): string {
  const name = program.name()
  const commands = program.commands.flatMap((command) => completedCommands(command, values))
  return { bash: bashScript, zsh: zshScript, fish: fishScript }[shell](name, commands)
}

function completedCommands(command: Command, values: Values, parentPrefix = ''): CompletedCommand[] {
  const { words = {}, listings = {} } = values
  const listingOf = (flag = ''): { listing?: string } =>
    listings[flag] === undefined ? {} : { listing: `${listings[flag]} 2>/dev/null` }
  const name = `${parentPrefix}${command.name()}`
  const options = [...command.options, new Option('-h, --help', 'show the help')].map((option) => ({
    flag: option.long ?? option.flags,
    summary: option.description,
    takesValue: option.required || option.optional,
    choices: option.argChoices ?? words[option.long ?? ''] ?? [],
    ...listingOf(option.long),
  }))
  const subcommands = command.commands.map((one) => one.name())
  const choices = command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices)
  const completedCommand = {
    name,
    summary: command.description(),
    options,
    words: [...subcommands, ...choices, ...(words[name] ?? [])],
  }
  return [completedCommand, ...command.commands.flatMap((one) => completedCommands(one, values, `${name} `))]
}

function bashScript(tool: string, commands: readonly CompletedCommand[]): string {
  const functionName = `_${tool.replaceAll('-', '_')}`
  const topCommands = commands.filter(({ name }) => !name.includes(' ')).map(({ name }) => name)
  const values = commands.flatMap(({ name, options }) =>
    options.flatMap(({ flag, choices, listing, takesValue }) => {
      const wordsExpression = listing === undefined ? choices.join(' ') : `$(${listing})`
      const completeOption = wordsExpression === '' ? '-f' : `-W "${wordsExpression}"`
      return takesValue
        ? [`    "${name} ${flag}") COMPREPLY=($(compgen ${completeOption} -- "$word")); return ;;`]
        : []
    }),
  )
  const caseBranches = commands.map(({ name, options, words }) => {
    const wordList = [...options.map(({ flag }) => flag), ...words].join(' ')
    return `    "${name}") offered="${wordList}"${words.length === 0 ? '' : ' files=""'} ;;`
  })
  return `# bash completion of ${tool}
${functionName}() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" command="\${COMP_WORDS[1]}" offered="" files=yes
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then COMPREPLY=($(compgen -W "${topCommands.join(' ')} --help --version" -- "$word")); return; fi
  case "$command \${COMP_WORDS[2]}" in ${commands
    .filter(({ name }) => name.includes(' '))
    .map(({ name }) => `"${name}") if [ "$COMP_CWORD" -gt 2 ]; then command="${name}"; fi ;;`)
    .join(' ')} esac
  case "$command $before" in
${values.join('\n')}
  esac
  case "$command" in
${caseBranches.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$offered" -- "$word"))
  case "$files$word" in yes-* | -* | "") ;; yes*) COMPREPLY+=($(compgen -f -- "$word")) ;; esac
}
complete -o filenames -F ${functionName} ${tool}
`
}

function zshScript(tool: string, commands: readonly CompletedCommand[]): string {
  const functionName = `_${tool.replaceAll('-', '_')}`
  const escaped = (text: string): string => text.replace(/[[\]:'"\\`$]/g, ' ')
  const topCommands = commands
    .filter(({ name }) => !name.includes(' '))
    .map(({ name, summary }) => `    '${name}:${escaped(summary)}'`)
  const cases = commands.map(({ name, options, words }) => {
    const specs = options.map(({ flag, summary, takesValue, choices, listing }) => {
      const wordsExpression = listing === undefined ? choices.join(' ') : `$(${listing})`
      const value = !takesValue
        ? ''
        : wordsExpression === ''
          ? ':value:_files'
          : `:value:(${wordsExpression})`
      return `'*${flag}[${escaped(summary)}]${value}'`
    })
    const restArguments = words.length === 0 ? `'*:file:_files'` : `'*:word:(${words.join(' ')})'`
    return `    '${name}') _arguments ${[...specs, restArguments].join(' ')} ;;`
  })
  return `#compdef ${tool}
${functionName}() {
  local -a commands
  commands=(
${topCommands.join('\n')}
  )
  if (( CURRENT == 2 )); then _describe command commands; return; fi
  local command="$words[2]"
  case "$command $words[3]" in
    ${commands
      .filter(({ name }) => name.includes(' '))
      .map(({ name }) => `'${name}') (( CURRENT > 3 )) && command='${name}' ;;`)
      .join('\n    ')}
  esac
  shift words; (( CURRENT-- ))
  case "$command" in
${cases.join('\n')}
  esac
}
compdef ${functionName} ${tool}
`
}

function fishScript(tool: string, commands: readonly CompletedCommand[]): string {
  const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`
  const lines = commands.flatMap(({ name, summary, options, words }) => {
    const [top = '', below] = name.split(' ')
    const condition =
      below === undefined
        ? `__fish_seen_subcommand_from ${top}`
        : `__fish_seen_subcommand_from ${top}; and __fish_seen_subcommand_from ${below}`
    const completeOption =
      below === undefined
        ? [`complete -c ${tool} -n __fish_use_subcommand -a ${top} -d ${quoted(summary)}`]
        : []
    return [
      ...completeOption,
      ...(words.length === 0
        ? []
        : [`complete -c ${tool} -n ${quoted(condition)} -a ${quoted(words.join(' '))}`]),
      ...options.map(({ flag, summary: says, takesValue, choices, listing }) => {
        const wordsExpression = listing === undefined ? choices.join(' ') : `(${listing})`
        const value = !takesValue ? '' : wordsExpression === '' ? ' -r' : ` -x -a ${quoted(wordsExpression)}`
        return `complete -c ${tool} -n ${quoted(condition)} -l ${flag.replace(/^--/, '')} -d ${quoted(says)}${value}`
      }),
    ]
  })
  return `# fish completion of ${tool}\n${lines.join('\n')}\n`
}
