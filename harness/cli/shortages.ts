import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, resolve } from 'node:path'
import { shortages } from '../machine/shortage.ts'
import { defaultJobs } from '../run/session.ts'

/** What this machine has too little of for a run, a sentence each; none of it keeps a run from being tried. */
export function shortagesFor({ out, jobs = defaultJobs() }: { out: string; jobs?: number }): string[] {
  return shortages([existing(resolve(out)), tmpdir()], jobs)
}

/** A directory, or the first above it that exists. */
function existing(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : existing(dirname(path))
}
