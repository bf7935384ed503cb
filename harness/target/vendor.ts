import { dirname, resolve } from 'node:path'
import { type Deviation, vendors } from '../dialect/dialect.ts'
import { isWithin } from '../dialect/version-range.ts'
import { HarnessError, messageOf } from '../errors.ts'
import { readInput } from '../input/read.ts'
import { readYaml } from '../yaml/read.ts'
import { deviationsFile, deviationsOf } from './deviation-schema.ts'

/** Vendor of a target's programs, and known deviations in addition to the deviations of the dialect. */
export interface DetectedVendor {
  readonly vendor?: string
  readonly deviations: readonly Deviation[]
}

/**
 * Resolves the `vendor` of a target file: a vendor that the dialects know, or a file of known deviations.
 * @param target path of the target file; other paths are relative to its folder
 * @throws HarnessError `config-fault` if there is no such file, or for each mistake in the file
 */
export function vendorOf(vendor: string | undefined, target: string): DetectedVendor {
  if (vendor === undefined) return { deviations: [] }
  if ((vendors as readonly string[]).includes(vendor)) return { vendor, deviations: [] }
  const path = resolve(dirname(target), vendor)
  const { value, lineOf } = readYaml(readVendorFile(path, `${target}: vendor`), {
    path,
    schema: deviationsFile,
    what: 'the file of deviations',
  })
  const deviations = deviationsOf(value.deviations)
  for (const [index, { check, versions: { from, before } = {} }] of deviations.entries())
    if (from !== undefined && before !== undefined && !isWithin(from, { before }))
      throw new HarnessError(
        'config-fault',
        `${path}:${lineOf(['deviations', index, 'versions'])}: ${check} deviates from ${from} on and before ${before}: there is no such version.`,
      )
  return { vendor: value.vendor, deviations }
}

function readVendorFile(path: string, vendor: string): string {
  try {
    return readInput(path, 'target', vendor)
  } catch (thrown) {
    if (thrown instanceof HarnessError) throw thrown
    throw new HarnessError(
      'config-fault',
      `${vendor}: ${path} could not be read (${messageOf(thrown)}). Give ${vendors.join(', ')} or the path of a file of deviations.`,
      { cause: thrown },
    )
  }
}
