import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { reproCommand } from '../repro.ts'
import type { CheckContext } from './context.ts'

/** Writes what a check saw below `evidence/` and gives the folder's path, relative to the output directory. */
export async function writeEvidence(context: CheckContext, fromMs: number, toMs: number): Promise<string> {
  const { run, seed } = context.settings
  const relative = join('evidence', context.id.replaceAll('/', '.'))
  const directory = join(context.settings.outDir, relative)
  await mkdir(directory, { recursive: true })
  const subjects = [...context.subjects]
  const entries = subjects
    .flatMap((subject) => subject.timeline(fromMs, toMs))
    .sort((a, b) => a.atMs - b.atMs)
  await Promise.all([
    writeFile(join(directory, 'timeline.json'), JSON.stringify(entries)),
    writeFile(join(directory, 'repro.txt'), `${reproCommand({ ...run, seed }, context.id)}\n`),
    ...subjects.map((subject, index) =>
      subject.save(subjects.length === 1 ? directory : join(directory, `${subject.name}-${index + 1}`)),
    ),
  ])
  return relative
}
