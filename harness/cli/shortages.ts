import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, resolve } from 'node:path'
import { shortages } from '../machine/shortage.ts'
import { defaultJobs } from '../run/session.ts'

/** Returns a sentence for each resource that this machine lacks for a run. The run starts nevertheless. */
export function shortagesFor({ out, jobs = defaultJobs() }: { out: string; jobs?: number }): string[] {
  return shortages([existingAncestor(resolve(out)), tmpdir()], jobs)
}

/** Returns the directory, or its first existing ancestor. */
function existingAncestor(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : existingAncestor(dirname(path))
}
