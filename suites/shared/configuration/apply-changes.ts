import { HarnessError } from '#kit'
import type { Changes } from '#documents/shape.ts'

export type { Changes }

/**
 * Returns a copy of a document with some members changed. Missing mappings on the path are created. Throws for a path
 * through a string or past the end of a list, so that no change is lost.
 */
export function applyChanges(document: object, changes: Changes): object {
  const changedDocument = structuredClone(document)
  for (const [path, value] of Object.entries(changes)) change(changedDocument, path, value)
  return changedDocument
}

function change(document: object, path: string, value: unknown): void {
  const steps = path.split('.')
  const lastStep = steps.pop() ?? ''
  const parent = steps.reduce<object>((above, step) => {
    if (!Array.isArray(above) && !(step in above)) Object.assign(above, { [step]: {} })
    return asMapping(Reflect.get(above, step), path)
  }, document)
  if (Array.isArray(parent) && Number(lastStep) > parent.length) throw unreachable(path)
  if (value !== undefined) Reflect.set(parent, lastStep, value)
  else if (Array.isArray(parent)) parent.splice(Number(lastStep), 1)
  else Reflect.deleteProperty(parent, lastStep)
}

function asMapping(value: unknown, path: string): object {
  if (typeof value !== 'object' || value === null) throw unreachable(path)
  return value
}

function unreachable(path: string): HarnessError {
  return new HarnessError('harness-fault', `The document to change has nothing at ${path}.`)
}
