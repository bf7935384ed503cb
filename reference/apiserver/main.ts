import { listed, ownArguments } from '../quirks/arguments.ts'
import { makeQuirks } from '../quirks/quirks.ts'
import { Refusal } from '../refusal.ts'
import { apiServerFaults, type Fault } from './faults.ts'
import { apiServerFreedoms, type Freedom } from './freedoms.ts'
import { run } from './run.ts'

const say = (line: string) => process.stderr.write(`orch-apiserver: ${line}\n`)

let refusedCode = 1
let refusalText = (refusal: Refusal) => refusal.message
try {
  const { settings, list, rest } = ownArguments(process.argv.slice(2), apiServerFaults, apiServerFreedoms)
  if (list !== undefined)
    process.stdout.write(listed(list === 'faults' ? apiServerFaults : apiServerFreedoms))
  else {
    const quirks = makeQuirks<Fault, Freedom>(settings)
    refusedCode = quirks.freedom('refusals-exit-with-3') ? 3 : 1
    // A port that somebody else took just now says nothing about the command line.
    if (quirks.freedom('refusals-without-reason'))
      refusalText = (refusal) => (isTakenPort(refusal) ? refusal.message : 'cannot start like this')
    await run(rest, quirks, say)
  }
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  say(refusalText(error))
  process.exitCode = refusedCode
}

function isTakenPort({ cause }: Refusal): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE'
}
