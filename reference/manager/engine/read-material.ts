import { readFileSync } from 'node:fs'
import type { ManagerFault, ManagerQuirks } from '../faults.ts'
import { Refusal } from '../../flags/refusal.ts'

/** What the file that a field names holds; throws a Refusal when it cannot be read or is something else. */
export function readMaterial<T>(file: string, field: string, read: (text: string) => T): T {
  try {
    return read(readFileSync(file, 'utf8'))
  } catch (cause) {
    throw new Refusal(`${field}: ${file} cannot be used`, { cause })
  }
}

/** What can be wrong with the judgement of a file that a field names. */
interface FileFaults {
  /** Takes what cannot be used. */
  readonly forgiven: ManagerFault
  /** Takes no file at all. */
  readonly refused: ManagerFault
}

/** Reads the file that a field names just to see whether it can be used; throws a Refusal when it cannot. */
export function checkFile(
  file: string,
  read: () => unknown,
  quirks: ManagerQuirks,
  faults: FileFaults,
): void {
  forgiving(read, quirks, faults.forgiven)
  if (file !== '' && quirks.fault(faults.refused)) throw new Refusal(`${file}: not supported`)
}

/** What reading gives; with the fault, what cannot be read is forgiven and counts as absent. */
export function forgiving<T>(read: () => T, quirks: ManagerQuirks, fault: ManagerFault): T | undefined {
  try {
    return read()
  } catch (cause) {
    if (quirks.fault(fault)) return undefined
    throw cause
  }
}
