import * as v from 'valibot'
import { HarnessError, messageOf } from '#harness/errors.ts'
import type { Frozen } from '#harness/contract.ts'
import { readInput } from '#harness/input/read.ts'
import { parseYaml } from '#harness/yaml/parse.ts'
import { canonical } from './canonical.ts'
import { sha256 } from './files.ts'

const listSchema = v.strictObject({
  version: v.string(),
  checks: v.array(
    v.strictObject({ check: v.string(), reason: v.string(), link: v.exactOptional(v.string()) }),
  ),
})

/** Published list of checks that are excluded until the suites are corrected. */
export interface Exclusions {
  readonly version: string
  readonly digest: string
  readonly checks: Frozen<v.InferOutput<typeof listSchema>['checks']>
}

/** Reads a list of exclusions. An invalid file is a usage error. */
export function readExclusions(path: string): Exclusions {
  try {
    const { value } = parseYaml(readInput(path, 'exclusions', `--exclusions ${path}`), path)
    const exclusionList = v.parse(listSchema, value)
    return { ...exclusionList, digest: sha256(canonical(exclusionList)) }
  } catch (thrown) {
    if (thrown instanceof HarnessError) throw thrown
    throw new HarnessError(
      'usage',
      `${path} is no list of exclusions: ${messageOf(thrown)}. It has a version and checks, each with check and reason.`,
      { cause: thrown },
    )
  }
}

/** Reads a list of digests of certificates and thumbprints of keys, one per line. */
export function readRevoked(path: string): readonly string[] {
  try {
    const lines = readInput(path, 'list', `--revoked ${path}`).split('\n')
    return lines.map((line) => line.replace(/#.*/, '').trim()).filter((line) => line !== '')
  } catch (thrown) {
    if (thrown instanceof HarnessError) throw thrown
    throw new HarnessError(
      'usage',
      `${path}: the list of revocations could not be read: ${messageOf(thrown)}`,
      {
        cause: thrown,
      },
    )
  }
}
