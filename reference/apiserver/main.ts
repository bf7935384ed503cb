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
    if (quirks.freedom('refusals-without-reason')) refusalText = () => 'cannot start like this'
    await run(rest, quirks, say)
  }
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  say(refusalText(error))
  process.exitCode = refusedCode
}
