// What the file of a program runs first: a start spends most of its time on reading code, and the next ones need not.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { cachedDataVersionTag } from 'node:v8'
import { Script } from 'node:vm'

/** The bundle of all programs, named after what is in it, without its ending; the build puts it in. */
declare const bundle: string

/** The bundle as a module: by the name of each program what runs it. */
interface Bundle {
  exports: Readonly<Record<string, () => Promise<unknown>>>
}

/** By then a program that is let start serves; one that is refused has ended, and has not seen enough. */
const compiledWithinMs = 2000
const program = basename(__filename, '.js')
const path = join(__dirname, `${bundle}.cjs`)
// V8 reads what it compiled only in the version, with the flags and on the processor it was compiled for.
const compiledPath = join(__dirname, `${bundle}-${program}-${cachedDataVersionTag()}.compiled`)
const compiled = existsSync(compiledPath) ? readFileSync(compiledPath) : undefined
// A bundle is ASCII, which is read the quickest as what it is.
const script = new Script(`(function (module, require) {${readFileSync(path, 'latin1')}\n})`, {
  filename: path,
  ...(compiled === undefined ? {} : { cachedData: compiled }),
})
const module: Bundle = { exports: {} }
script.runInThisContext()(module, require)
if (script.cachedDataRejected !== false) setTimeout(keepCompiled, compiledWithinMs).unref()
void module.exports[program]?.()

/** Keeps what a start has compiled for all that follow. */
function keepCompiled(): void {
  try {
    const made = `${compiledPath}.${process.pid}`
    writeFileSync(made, script.createCachedData())
    renameSync(made, compiledPath)
  } catch {
    // Where nobody may write, each start compiles for itself.
  }
}
