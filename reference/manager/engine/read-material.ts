import { readFileSync } from 'node:fs'
import { fault } from '../../quirks/quirks.ts'
import type { FaultName } from '../../quirks/names.ts'
import { Refusal } from '../../flags/refusal.ts'

/**
 * Returns the content of the file that a field names. Throws a Refusal when the file cannot be read or has another
 * form.
 */
export function readMaterial<T>(file: string, field: string, parse: (text: string) => T): T {
  try {
    return parse(readFileSync(file, 'utf8'))
  } catch (cause) {
    throw new Refusal(`${field}: ${file} cannot be used`, { cause })
  }
}

/** Faults in the check of a file that a field names. */
interface MaterialFaults {
  /** Fault that accepts an unusable file. */
  readonly forgiven: FaultName
  /** Fault that refuses every file. */
  readonly refused: FaultName
}

/** Reads the file that a field names, only to check it. Throws a Refusal if the file is unusable. */
export function checkFile(file: string, read: () => unknown, faults: MaterialFaults): void {
  readOptional(read, faults.forgiven)
  if (file !== '' && fault(faults.refused)) throw new Refusal(`${file}: not supported`)
}

/** Returns the result of a read. With the fault, a failed read is ignored and the value is absent. */
export function readOptional<T>(read: () => T, name: FaultName): T | undefined {
  try {
    return read()
  } catch (cause) {
    if (fault(name)) return undefined
    throw cause
  }
}
