import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { reproCommand } from '../repro.ts'
import type { CheckContext } from './context.ts'

/** Writes what a check saw below `evidence/` and gives the folder's path, relative to the output directory. */
export function writeEvidence(context: CheckContext, fromMs: number, toMs: number): string {
  const { run, seed } = context.settings
  const relative = join('evidence', context.id.replaceAll('/', '.'))
  const directory = join(context.settings.outDir, relative)
  mkdirSync(directory, { recursive: true })
  const subjects = [...context.subjects]
  const entries = subjects
    .flatMap((subject) => subject.timeline(fromMs, toMs))
    .sort((a, b) => a.atMs - b.atMs)
  writeFileSync(join(directory, 'timeline.json'), JSON.stringify(entries))
  writeFileSync(join(directory, 'repro.txt'), `${reproCommand({ ...run, seed }, context.id)}\n`)
  for (const [index, subject] of subjects.entries())
    subject.save(subjects.length === 1 ? directory : join(directory, `${subject.name}-${index + 1}`))
  return relative
}
