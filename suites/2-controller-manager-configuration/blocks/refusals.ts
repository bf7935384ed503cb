import { basename, isAbsolute } from 'node:path'
import { isFile } from '#kit/launch.ts'
import { checkApi, expectManagerAccepted, expectManagerRefusal } from '../../shared/controller-manager.ts'
import { requireFields } from './field.ts'
import { type ManagerFixtureSpec, startSpec } from './fixture.ts'

/** Expects that a manager with these fields becomes ready, which means that its controllers have started. */
export async function expectAccepts(spec: ManagerFixtureSpec, field: string): Promise<void> {
  requireFields(field)
  await expectManagerAccepted(startSpec(spec, await checkApi()))
}

/** Returns the names that may identify a field in a message: its own name, its flag, and the file that it names. */
function namesOf(field: string, value: unknown): string[] {
  const name = field.split('/').at(-1) ?? field
  const flag = name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase()
  return [name, flag, ...fileNames(value)]
}

function fileNames(value: unknown): string[] {
  if (typeof value === 'string' && isAbsolute(value)) return [basename(value)]
  return isFile(value) ? [value.file] : []
}

/** Expects that a manager with these fields ends before its controllers start. */
export async function expectRefuses(spec: ManagerFixtureSpec, field: string): Promise<void> {
  requireFields(field)
  await expectManagerRefusal(startSpec(spec, await checkApi()), namesOf(field, spec.fields[field]))
}
