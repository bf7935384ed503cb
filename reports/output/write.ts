import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { RunEvent } from '#harness/events.ts'
import { evidenceIn, type ReadEvidence } from '../evidence.ts'
import { dataScriptsOf, scriptOf } from '../html/data-scripts.ts'
import { files, textOf } from '../formats/index.ts'
import { resultOf } from '../result.ts'
import type { RunResult } from '../run-schema.ts'

/**
 * Writes `run.json`, `junit.xml`, `summary.md` and `report.html`, each atomically, and the files that the page loads
 * from `evidence`. Returns the result.
 */
export async function writeReports(
  outDir: string,
  events: readonly RunEvent[],
  readEvidence: ReadEvidence = evidenceIn(outDir),
): Promise<RunResult> {
  const result = resultOf(events)
  const renderedFiles = await Promise.all(
    Object.entries(files).map(async ([name, make]) => [name, await textOf(make, events, outDir)] as const),
  )
  await mkdir(outDir, { recursive: true })
  // An earlier run may have written more files.
  rmSync(join(outDir, 'evidence', 'pages'), { recursive: true, force: true })
  for (const script of dataScriptsOf(events, readEvidence)) {
    const file = join(outDir, script.path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, scriptOf(script))
  }
  await Promise.all(renderedFiles.map(([name, text]) => writeAtomically(join(outDir, name), text)))
  return result
}

/** Writes a temporary file next to the target and renames it, so that a reader never sees a partial file. */
async function writeAtomically(file: string, text: string): Promise<void> {
  const temporaryFile = `${file}.${process.pid}.tmp`
  try {
    await writeFile(temporaryFile, text)
    await rename(temporaryFile, file)
  } catch (thrown) {
    await rm(temporaryFile, { force: true })
    throw thrown
  }
}
