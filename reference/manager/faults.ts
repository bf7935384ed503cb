import type { QuirkList } from '../quirks/quirks.ts'
import type { Field } from './field.ts'
import { namedFaults } from './named-faults.ts'

/** Returns the name of the fault that ignores the field at a pointer, or a member of its elements. */
export function fieldIgnored(pointer: string): `field-ignored-${string}` {
  const kebabName = pointer
    .slice(1)
    .replaceAll('CIDRs', 'Cidrs')
    .replaceAll('IPv', 'Ipv')
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1-$2')
    .replaceAll('/', '-')
    .toLowerCase()
  return `field-ignored-${kebabName}`
}

/** Returns the name of the fault that gives the field at a pointer a default that differs from the document. */
export function fieldDefaultDiffers(pointer: string): `field-default-differs-${string}` {
  return `field-default-differs-${fieldIgnored(pointer).slice('field-ignored-'.length)}`
}

/** Returns a fault for each field of a table and each member of elements: the value in the file is ignored. */
export function perFieldFaults(table: readonly Field[]): QuirkList {
  const pointers = table.flatMap(({ pointer, members }) => [
    pointer,
    ...members.map((member) => `${pointer}/${member}`),
  ])
  const dottedPath = (pointer: string) => pointer.slice(1).replaceAll('/', '.')
  const documentedFields = table.filter(({ documented }) => documented)
  return Object.fromEntries([
    ...pointers.map((pointer) => [fieldIgnored(pointer), `${dottedPath(pointer)}: does not matter`]),
    ...documentedFields.map(({ pointer }) => [
      fieldDefaultDiffers(pointer),
      `${dottedPath(pointer)}: has another default`,
    ]),
  ]) as QuirkList
}

// No document defines the use of this fault by a controller manager.
const { 'client-config-server-path-cut': _pathFault, ...faults } = namedFaults

/** Faults of every controller manager, in addition to the faults of its fields. */
export const managerFaults = faults
