import { join } from 'node:path'
import { inject } from 'vitest'
import { currentCheck, expect, HarnessError, type CheckOptions, rule, test } from '#kit'
import { dialectOf, inDialectForm } from '#kit/launch.ts'
import type { ControllerManager } from '#harness/programs/controller-manager.ts'
import { requireSettable, type ManagerRole } from '#harness/programs/manager-arguments.ts'
import { ignoringFault, type Leaf } from '../../shared/controller-manager/leaves.ts'
import { normalForm } from '../../shared/manager/normal-form.ts'

/** Programs of one role that show two configurations, and their values. */
export interface ReadBackSpec {
  readonly role: ManagerRole
  /** Prefix of the ids of the rules, such as `manager`. */
  readonly prefix: string
  readonly leaves: readonly Leaf[]
  /** Two programs, each with one value of each leaf. */
  readonly programs: readonly (() => Promise<ControllerManager>)[]
  /**
   * Returns a value that is determined for each program separately, by JSON pointer; `undefined` for all other
   * pointers.
   */
  readonly separateValue: (pointer: string, which: number, manager: ControllerManager) => unknown
  readonly checkOptions?: CheckOptions & { readonly capability?: string; readonly aspect?: string }
}

/** Declares a rule for each leaf: two programs show their configured values. */
export function declareReadBackRules({
  role,
  prefix,
  leaves,
  programs,
  separateValue,
  checkOptions = {},
}: ReadBackSpec): void {
  const { aspect, ...rest } = checkOptions
  for (const managerLeaf of leaves) {
    const { path: pointer, type, section, key: row } = managerLeaf
    const name = pointer.slice(1).replaceAll('/', '.')
    rule(
      {
        ...rest,
        id: ruleId(prefix, managerLeaf),
        level: 'MUST',
        program: role,
        profile: role,
        says: `${name} (${type}) takes the value that the configuration gives it, and no other field's.`,
        source: { document: 2, section, rows: [row], ...(aspect !== undefined && { aspect }) },
      },
      () => {
        test(
          {
            title: 'the program shows each of two values as configured',
            id: 'shows two values as they were told',
          },
          async () => {
            requireSettable(currentCheck().dialect, role, [pointer])
            for (const [which, program] of programs.entries()) {
              const manager = await program()
              const reportedValue = (await manager.configuration())(pointer)
              if (reportedValue.pointer === undefined)
                throw new HarnessError('not-applicable', `The program never shows ${name}.`)
              const documentedValue =
                separateValue(pointer, which, manager) ?? reportedDefault(managerLeaf, which, manager)
              expect(normalForm(type, reportedValue.value)).toEqual(normalForm(type, documentedValue))
            }
          },
        ).sees(ignoringFault(pointer))
      },
    )
  }
}

/** Pointer of the allocator type. The document names only one value. */
export const allocatorType = '/OrchCloudShared/CIDRAllocatorType'

/** Returns the allocator type of each program. The dialect may have a second value. */
export function reportedAllocator(which: number): string {
  const { open } = dialectOf(inject('settings').target)
  return (which === 0 ? open['CIDRAllocatorType.other'] : undefined) ?? 'RangeAllocator'
}

function reportedDefault({ path, legalValues }: Leaf, which: number, manager: ControllerManager): unknown {
  switch (path) {
    case '/Generic/Port':
      return Number(new URL(manager.url).port)
    case '/Generic/ClientConnection/orchconfig':
      return join(manager.directory, 'client.yaml')
    default:
      return inDialectForm(manager.dialect, legalValues[which])
  }
}

function ruleId(prefix: string, { path }: Leaf): string {
  const pathWords = path
    .slice(1)
    .split('/')
    .map((name) => ignoringFault(`/${name}`).slice('field-ignored-'.length))
  return `${prefix}.${pathWords.join('.')}.read-back`
}
