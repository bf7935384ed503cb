// Entry point in the file of a program. A start spends most of its time on reading code, so it keeps the compiled code
// for later starts.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { cachedDataVersionTag } from 'node:v8'
import { Script } from 'node:vm'

/** Name of the bundle of all programs, derived from its content, without extension. The build inserts it. */
declare const bundle: string

/** The bundle as a module: the run function of each program, by name. */
interface ProgramBundle {
  exports: Readonly<Record<string, () => Promise<unknown>>>
}

/** Milliseconds after which compiled code is kept. By then, a program either serves or has refused to start. */
const compiledWithinMs = 2000
const program = basename(__filename, '.js')
const path = join(__dirname, `${bundle}.cjs`)
// V8 reads compiled code only in the version, with the flags and on the processor for which it was compiled.
const compiledPath = join(__dirname, `${bundle}-${program}-${cachedDataVersionTag()}.compiled`)
// Compiled code has no counters for the coverage that this variable of Node requests.
const isMeasured = process.env.NODE_V8_COVERAGE !== undefined
const compiledCode = !isMeasured && existsSync(compiledPath) ? readFileSync(compiledPath) : undefined
// A bundle is ASCII, and `latin1` is the fastest way to read it.
const script = new Script(readFileSync(path, 'latin1'), {
  filename: path,
  ...(compiledCode === undefined ? {} : { cachedData: compiledCode }),
})
const module: ProgramBundle = { exports: {} }
script.runInThisContext()(module, require)
if (!isMeasured && script.cachedDataRejected !== false) setTimeout(keepCompiled, compiledWithinMs).unref()
void module.exports[program]?.()

/** Keeps the compiled code of a start for later starts. */
function keepCompiled(): void {
  try {
    const temporaryPath = `${compiledPath}.${process.pid}`
    writeFileSync(temporaryPath, script.createCachedData())
    renameSync(temporaryPath, compiledPath)
  } catch {
    // Without write permission, each start compiles the code again.
  }
}
