import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, resolve } from 'node:path'
import { shortages } from '../machine/shortage.ts'
import { defaultJobs } from '../run/session.ts'

/** Returns the resources that this machine lacks for a run, a sentence each. None of them prevents a run. */
export function shortagesFor({ out, jobs = defaultJobs() }: { out: string; jobs?: number }): string[] {
  return shortages([existing(resolve(out)), tmpdir()], jobs)
}

/** Returns the directory, or its first existing ancestor. */
function existing(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : existing(dirname(path))
}
