// Step of the build: writes the documentation pages that are generated from declarations in the code.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { Command, Option } from 'commander'
import { capabilityTexts } from '#harness/capabilities.ts'
import { exitCodeOfRun, exitCodes } from '#harness/cli/line/exit-codes.ts'
import { type Help, helps, runExits } from '#harness/cli/line/help.ts'
import { programOf } from '#harness/cli/main.ts'
import type { RunEvent } from '#harness/events.ts'
import type { Product } from '#harness/run/product.ts'
import { dialects } from '#harness/target/dialects.ts'
import { greenVerdicts, type Verdict, verdicts } from '#harness/verdict.ts'
import { verdictTexts } from '#harness/verdict-texts.ts'

const docs = new URL('../../docs/', import.meta.url)
const toolName = 'orch-conformance'

/** Returns a Markdown table. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n')
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|')
}

function sentence(text: string): string {
  return text === '' ? '' : `${text[0]?.toUpperCase()}${text.slice(1)}`
}

/** Returns the page of a command or subcommand. */
function pageOf(command: Command, name: string): string {
  const options = command.options.filter((option) => !option.hidden)
  const help = helps[name.split(' ')[0] ?? '']
  return [
    `# ${name}`,
    '',
    '<!-- Made by the build from the definition of the command. -->',
    '',
    `${sentence(command.description())}.`,
    '',
    '```',
    `${toolName} ${name} ${command.usage()}`,
    '```',
    ...section(
      'Arguments',
      ['argument', 'meaning'],
      command.registeredArguments.map((one) => [`\`${one.name()}\``, cell(one.description)]),
    ),
    ...section(
      'Options',
      ['option', 'meaning', 'default'],
      options.map((option) => [
        `\`${cell(option.flags)}\``,
        cell(option.description).replaceAll('<', '&lt;'),
        defaultOf(option),
      ]),
    ),
    ...(help === undefined ? [] : examplesAndExitCodes(help)),
    '',
  ].join('\n')
}

function section(
  title: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  return rows.length === 0 ? [] : ['', `## ${title}`, '', table(head, rows)]
}

function defaultOf({ defaultValue, argChoices }: Option): string {
  const choices = argChoices === undefined ? '' : ` (one of ${argChoices.join(', ')})`
  const isEmptyDefault = defaultValue === undefined || defaultValue === false || String(defaultValue) === ''
  return `${isEmptyDefault ? '' : `\`${String(defaultValue)}\``}${choices}`.trim()
}

function examplesAndExitCodes({ examples, exits }: Help): readonly string[] {
  const codes = Object.entries(exitCodes).flatMap(([key, code]) => {
    const description = exits[key as keyof typeof exitCodes]
    return description === undefined ? [] : [[String(code), sentence(description)]]
  })
  return [
    '',
    '## Examples',
    '',
    ...examples.flatMap(([line, why]) => [
      `${sentence(why)}:`,
      '',
      '```sh',
      `${toolName} ${line}`,
      '```',
      '',
    ]),
    '## Exit codes',
    '',
    table(['code', 'meaning'], codes),
  ]
}

/**
 * Returns the commands with an action, by their full names. The subcommands of a command without an action take its
 * place.
 */
function commandEntries(
  command: Command,
  prefix = '',
): readonly (readonly [name: string, command: Command])[] {
  return command.commands.flatMap((one) => {
    const name = `${prefix}${one.name()}`
    return one.commands.length === 0 ? [[name, one] as const] : commandEntries(one, `${name} `)
  })
}

function writeCommands(): void {
  // Nothing is executed: only the declarations of the commands are read.
  const product = { name: toolName, version: '' } as Product
  const commands = commandEntries(programOf({ product, argv: [], peers: [] }, () => {}))
  const folder = new URL('commands/', docs)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  const fileOf = (name: string): string => `${name.replaceAll(' ', '-')}.md`
  for (const [name, command] of commands) writeFileSync(new URL(fileOf(name), folder), pageOf(command, name))
  const rows = commands.map(([name, one]) => [
    `[\`${name}\`](${fileOf(name)})`,
    cell(sentence(one.description())),
  ])
  const introduction = `Each command prints the same with \`--help\`. Standard output is data, standard error is for people.`
  writeFileSync(
    new URL('README.md', folder),
    `# Commands\n\n${introduction}\n\n${table(['command', 'what it does'], rows)}\n`,
  )
}

/** Returns the exit code of a run whose only check has this verdict. */
function exitCodeOf(verdict: Verdict): number {
  const id = 'rule/check'
  const events = [
    { type: 'header', plan: { checks: [{ id }] } },
    { type: 'check', id, verdict },
    { type: 'footer', planned: 1, errors: [] },
  ]
  return exitCodeOfRun(events as unknown as readonly RunEvent[])
}

const verdictTable = table(
  ['verdict', 'meaning', 'fails the run', 'exit code', 'what to do'],
  verdicts.map((verdict) => {
    const { meaning, next } = verdictTexts[verdict]
    return [
      `\`${verdict}\``,
      meaning,
      greenVerdicts.has(verdict) ? 'no' : 'yes',
      String(exitCodeOf(verdict)),
      next,
    ]
  }),
)

const exitTable = table(
  ['exit code', 'meaning'],
  Object.entries(exitCodes).map(([key, code]) => [
    String(code),
    `${sentence(runExits[key as keyof typeof exitCodes])}.`,
  ]),
)

const capabilityTable = table(
  ['capability', 'meaning', ...Object.keys(dialects).map((name) => `dialect ${name}`)],
  Object.entries(capabilityTexts).map(([name, text]) => [
    `\`${name}\``,
    cell(text),
    ...Object.values(dialects).map(({ capabilities }) =>
      ([...capabilities] as readonly string[]).includes(name) ? 'yes' : 'no',
    ),
  ]),
)

/** Writes generated text between the markers of a page. */
function fill(page: string, contents: Readonly<Record<string, string>>): void {
  const file = new URL(page, docs)
  const text = readFileSync(file, 'utf8')
  const filledPage = Object.entries(contents).reduce((before, [name, content]) => {
    const generatedPart = new RegExp(`(<!-- made: ${name} -->\\n)[^]*?(\\n<!-- end -->)`)
    if (!generatedPart.test(before)) throw new Error(`docs/${page} has no place for ${name}.`)
    return before.replace(generatedPart, (_, begin: string, end: string) => `${begin}\n${content}\n${end}`)
  }, text)
  if (filledPage !== text) writeFileSync(file, filledPage)
}

writeCommands()
fill('conformance.md', { verdicts: verdictTable, 'exit codes': exitTable })
fill('capabilities.md', { capabilities: capabilityTable })
