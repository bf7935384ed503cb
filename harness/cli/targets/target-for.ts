import { findTarget } from '../../target/find.ts'
import type { Target } from '../../target/target.ts'
import type { Product } from '../../run/product.ts'

/** The options that name a target. */
export interface TargetGiven {
  readonly target: string
  readonly program: readonly string[]
  readonly role?: string
  readonly limit?: readonly string[]
}

/** Whether the option names a file, and no bundled target. */
export function isTargetFile(target: string): boolean {
  return target.includes('/') || /\.ya?ml$/.test(target)
}

/** The target that the options of a command name, with the command behind `--`. */
export function targetFor(
  given: TargetGiven & { readonly command?: readonly string[] },
  { references }: Pick<Product, 'references'>,
): Promise<Target> {
  return findTarget({
    target: given.target,
    programs: given.program,
    limits: given.limit ?? [],
    references,
    ...(given.command && { command: given.command }),
    ...(given.role && { role: given.role }),
  })
}
