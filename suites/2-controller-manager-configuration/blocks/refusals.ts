import { basename, isAbsolute } from 'node:path'
import { isFile } from '#kit/launch.ts'
import { checkApi, expectManagerAccepted, expectManagerRefusal } from '../../shared/controller-manager.ts'
import { demandFields } from './field.ts'
import { type WorldSpec, worldSpec } from './world.ts'

/** Expects that a manager with these fields becomes ready, which means that its controllers have started. */
export async function expectAccepts(spec: WorldSpec, field: string): Promise<void> {
  demandFields(field)
  await expectManagerAccepted(worldSpec(spec, await checkApi()))
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
export async function expectRefuses(spec: WorldSpec, field: string): Promise<void> {
  demandFields(field)
  await expectManagerRefusal(worldSpec(spec, await checkApi()), namesOf(field, spec.fields[field]))
}
