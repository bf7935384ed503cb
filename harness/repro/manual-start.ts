import { chmodSync, mkdirSync, readdirSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PlannedStart } from '../launch/interception.ts'
import { writePrivate } from '../launch/workspace.ts'
import type { Peer, JournalEntry } from '../peer.ts'
import { quoted } from '../shell.ts'
import { roleNames } from '../roles.ts'
import type { Reproduction } from '../target/reproduction.ts'

/**
 * Returns the command that the harness starts in place of a program: the program's own command, or the command of a
 * stand-in for a program that a person starts. If only the peers are needed, prints their addresses and never resolves.
 */
export async function startManually(repro: Reproduction, planned: PlannedStart): Promise<readonly string[]> {
  if (repro.programs === 'started') return planned.command
  const isAwaited = repro.programs === 'attached'
  const { folder, script } = writeStart(repro.folder, planned, isAwaited)
  const name = roleNames[planned.role]
  if (!isAwaited) {
    printLine(`The peers of the ${name} are up, until you interrupt this:\n${peerLines(planned.peers)}`)
    printLine(`To start it with them: ${script}\nIts files are in ${planned.directory}.`)
    for (const peer of planned.peers) followPeer(peer)
    return new Promise(() => {})
  }
  printLine(
    `Start the ${name} yourself. This command waits for it, and then tests it:\n\n` +
      `${['', ...debuggersOf(planned.command)].map((words) => `  ${script} ${words}`.trimEnd()).join('\n')}\n\n` +
      `Its files are in ${planned.directory}; the command line is\n\n  ${commandText(planned.command)}`,
  )
  return [process.execPath, fileURLToPath(new URL('./stand-in.js', import.meta.url)), folder]
}

/** Returns prefixes that run a program under a debugger. */
function debuggersOf([program = '']: readonly string[]): readonly string[] {
  const name = basename(program)
  const [, words] = interpreters.find(([named]) => named.test(name)) ?? []
  return words === undefined ? ['dlv', 'gdb --args', 'rr record'] : [`${name} ${words}`]
}

// The debugger of an interpreter is an option of the interpreter, which precedes the program.
const interpreters: readonly (readonly [name: RegExp, words: string])[] = [
  [/^node(?:js)?$/, 'inspect'],
  [/^python[\d.]*$/, '-m pdb'],
  // Waits for a debugger such as jdb or an editor's debugger, on this port.
  [/^java$/, '-agentlib:jdwp=transport=dt_socket,server=y,suspend=y,address=127.0.0.1:5005'],
]

/** Returns a command line for people, with one argument per line. */
export function commandText(command: readonly string[]): string {
  return command.map(quoted).join(' \\\n  ')
}

/** Returns a path as a user in this directory would type it. */
export function shownPath(path: string): string {
  const relativePath = relative(process.cwd(), path)
  return relativePath.startsWith('..') ? path : relativePath
}

/** Prints a text for the person at the terminal. The output of suites goes to standard error. */
export function printLine(text: string): void {
  process.stderr.write(`\n${text}\n`)
}

/** Returns the addresses of peers, a line each. */
export function peerLines(peers: readonly Peer[]): string {
  return peers.map(({ role, url }) => `  ${role}: ${url}`).join('\n')
}

function followPeer(peer: Peer & { onAsked?: (listener: (request: JournalEntry) => void) => unknown }): void {
  peer.onAsked?.(({ what }) => process.stderr.write(`${peer.role} ${JSON.stringify(what)}\n`))
}

/** Writes the script with which a person starts the program. Each start has a separate folder. */
function writeStart(
  repro: string,
  planned: PlannedStart,
  isAwaited: boolean,
): { readonly folder: string; readonly script: string } {
  const starts = join(repro, 'by-hand')
  mkdirSync(starts, { recursive: true })
  const number = readdirSync(starts).length + 1
  const folder = join(starts, `${number}-${planned.role}`)
  const script = join(folder, 'start.sh')
  writePrivate(join(folder, 'command.txt'), `${commandText(planned.command)}\n`)
  writePrivate(join(folder, 'last-argument'), planned.command.at(-1) ?? '')
  writePrivate(script, startScript(folder, planned, isAwaited))
  chmodSync(script, 0o700)
  return { folder, script: quoted(shownPath(script)) }
}

// Ends the program once the stand-in is gone, which happens at the end of the check.
const exitScript = `(
    until [ -f "$folder/stand-in" ]; do sleep 1; done
    while kill -0 "$(cat "$folder/stand-in")" && [ ! -f "$folder/exit" ]; do sleep 1; done
    kill "$(cat "$folder/pid")"
  ) >/dev/null 2>&1 3>&- &`

function startScript(folder: string, { command, directory, env }: PlannedStart, isAwaited: boolean): string {
  const [program = '', ...args] = command.map(quoted)
  const interpreter = basename(command[0] ?? '')
  const interpreterBranch = interpreters.some(([named]) => named.test(interpreter))
    ? `elif [ "$1" = ${interpreter} ]; then
  shift
  set -- ${program} "$@" ${args.join(' ')}
`
    : ''
  const variables = Object.entries({ HOME: directory, TMPDIR: directory, ...env })
  return `#!/bin/sh
# Starts the program as the check does. Words behind it run it under something else: start.sh gdb --args
folder=${quoted(folder)}
cd ${quoted(directory)} || exit 1
unset http_proxy https_proxy HTTP_PROXY HTTPS_PROXY
${variables.map(([name, value]) => `export ${name}=${quoted(value)}`).join('\n')}
rm -f "$folder/pid" "$folder/exit"
plain=$#
if [ "$1" = dlv ]; then
  shift
  set -- dlv exec "$@" ${program} -- ${args.join(' ')}
${interpreterBranch}else
  set -- "$@" ${[program, ...args].join(' ')}
fi

# The shell that writes its number becomes the program.
run() {
  sh -c 'echo $$ >"$0.part" && mv "$0.part" "$0" && exec "$@"' "$folder/pid" "$@"
  echo $? >"$folder/exit.part"
}
listened() { { run "$@" 2>&1 1>&3 3>&- | tee -a "$folder/stderr.txt" >&2; } 3>&1; }

# A debugger keeps the terminal to itself, and what it runs. Without one the program ends with the check.
if [ "$plain" -eq 0 ]; then
  ${isAwaited ? exitScript : ''}
  listened "$@" | tee -a "$folder/stdout.txt"
else
  echo 'What it printed on standard output stands in the terminal that it was started in.' >>"$folder/stdout.txt"
  listened "$@"
fi
code=$(cat "$folder/exit.part")
mv "$folder/exit.part" "$folder/exit"
exit "$code"
`
}
