import { HarnessError, messageOf } from '../errors.ts'
import { readChunks } from '../input/read.ts'
import { contentsOfPack, type Unpacked } from '../evidence/pack.ts'

/**
 * Returns the content of a pack.
 * @throws HarnessError `config-fault` if the file cannot be read or is no pack
 */
export function readPack(file: string): Unpacked {
  const chunks: Buffer[] = []
  try {
    readChunks(file, 'evidence', (chunk) => chunks.push(Buffer.from(chunk)))
    return contentsOfPack(Buffer.concat(chunks))
  } catch (thrown) {
    throw new HarnessError('config-fault', `Could not read the evidence in ${file}: ${messageOf(thrown)}`)
  }
}
