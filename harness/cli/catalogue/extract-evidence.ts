import { cpSync, existsSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import type { CheckEvent } from '../../events.ts'
import { makeDirectory } from '../../directory.ts'
import { shortenPath } from '../../environment.ts'
import { HarnessError } from '../../errors.ts'
import { packEnding } from '../../evidence/pack.ts'
import { readPack } from '../../run/read-pack.ts'

/**
 * Writes the evidence of a check in a run as separate files, wherever the run keeps it.
 * @param runDirectory output directory of the run
 * @param into directory to write, new or empty
 * @returns the paths of the files in the directory
 * @throws HarnessError `usage` if the run has no evidence of the check, or the directory has files; `config-fault` if the
 * evidence cannot be read
 */
export function extractEvidence(event: CheckEvent, runDirectory: string, into: string): readonly string[] {
  const evidence = event.evidence === undefined ? undefined : containedPath(runDirectory, event.evidence)
  if (evidence === undefined || !existsSync(evidence))
    throw new HarnessError(
      'usage',
      `${shortenPath(runDirectory)} has no evidence of ${event.id}. A run with --evidence all keeps the evidence of every check.`,
    )
  if (existsSync(into) && readdirSync(into).length > 0)
    throw new HarnessError(
      'usage',
      `--evidence ${shortenPath(into)} has files already. Give a new directory.`,
    )
  makeDirectory(into)
  if (evidence.endsWith(packEnding)) writePacked(event.id, evidence, into)
  else cpSync(evidence, into, { recursive: true })
  return readdirSync(into, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
}

function writePacked(check: string, pack: string, into: string): void {
  for (const [name, parts] of readPack(pack).get(check) ?? []) {
    const file = containedPath(into, name)
    if (file === undefined) continue
    makeDirectory(dirname(file))
    writeFileSync(file, Buffer.concat(parts), { mode: 0o600 })
  }
}

/** Returns a path below a directory, or undefined if it is outside, because a run may have another author. */
function containedPath(directory: string, path: string): string | undefined {
  const root = resolve(directory)
  const inside = resolve(root, path)
  return inside.startsWith(`${root}${sep}`) ? inside : undefined
}
