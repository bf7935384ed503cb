import { execFileSync } from 'node:child_process'
import { isRole } from '../roles.ts'
import type { References } from '../target/find.ts'
import { type Fault, faultId } from './matrix.ts'

/** Returns the faults or freedoms that the programs of the reference list. */
export function readQuirks(references: References, flag: '--list-faults' | '--list-freedoms'): Fault[] {
  return Object.entries(references).flatMap(([program, path]) => {
    if (!isRole(program)) return []
    const quirkList = JSON.parse(execFileSync(process.execPath, [path, flag], { encoding: 'utf8' })) as {
      readonly name: string
      readonly summary: string
    }[]
    return quirkList.map((one) => ({ ...one, id: faultId(program, one.name), program }))
  })
}
