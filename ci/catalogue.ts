// Steps of a build: read the compiled suites once, so that runs do not have to.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { saveCollected } from '#harness/engine/collected.ts'
import { suiteModules } from '#harness/engine/groups.ts'
import { saveCatalogue, withEngine } from '#harness/cli/catalogue/list.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const name = 'orch-conformance'

/** Reads the given suite files, by default all suite files, and stores their declarations. */
export function readSuites(modules: readonly string[]): Promise<void> {
  return saveCatalogue({ name, root, suitesDir: `${root}dist/suites` }, modules)
}

/** Folders of test suites that cannot be read, as their tests require. */
const suitesWithErrors = new Set(['claimed-twice', 'clash', 'speechless'])

/**
 * Reads the suites of the harness's own tests, and stores the declarations of each folder in that folder: the tests run
 * hundreds of commands on these folders.
 */
export async function readTestSuites(): Promise<void> {
  const suitesDir = `${root}dist/harness/testing/suites`
  const folders = readdirSync(suitesDir).filter((folder) => !suitesWithErrors.has(folder))
  const modules = folders.flatMap((folder) =>
    suiteModules(join(suitesDir, folder)).map((module) => `${folder}/${module}`),
  )
  const collectedChecks = await withEngine({ name, root, suitesDir }, (engine) => engine.collect(modules))
  for (const folder of folders) {
    const folderChecks = collectedChecks.filter(({ module }) => module.startsWith(`${folder}/`))
    saveCollected(
      join(suitesDir, folder),
      folderChecks.map((one) => ({ ...one, module: one.module.slice(folder.length + 1) })),
    )
  }
}
