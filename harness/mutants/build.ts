import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { HarnessError } from '../errors.ts'
import type { References } from '../target/find.ts'
import type { Target } from '../target/target.ts'

/** The variables of the mutated reference, as `ci/mutants/runtime.mjs` reads them. */
const variables = { active: 'ORCH_MUTANT', reached: 'ORCH_MUTANT_REACH' } as const

// Time limits of the mutated reference, in milliseconds. The reference is ready within two seconds, so that a mutant
// that never becomes ready is killed sooner.
const shortLimits = { readyMs: 12_000, refusedMs: 8_000 } as const

/**
 * Builds the reference with its mutants, unless it was built from the same sources.
 * @param root the checkout
 * @throws HarnessError `config-fault` in an installed package, which has no sources
 */
export function buildMutatedReference(root: string, reference: Target, references: References): Target {
  const buildScript = join(root, 'ci', 'mutants', 'build.mjs')
  if (!existsSync(buildScript)) {
    throw new HarnessError(
      'config-fault',
      'prove --mutants builds the reference with its mutants, and this package has no sources of it. Use a checkout of the repository, or give --target FILE, a target file with `mutants`.',
    )
  }
  execFileSync(process.execPath, [buildScript], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  const folder = join(root, 'dist', 'mutants')
  const programs = Object.fromEntries(
    Object.entries(references).map(([role, path]) => [
      role,
      { command: [process.execPath, join(folder, basename(path))] },
    ]),
  )
  return {
    ...reference,
    programs,
    limits: { ...reference.limits, ...shortLimits },
    mutants: { ...variables, list: join(folder, 'mutants.jsonl') },
  }
}
