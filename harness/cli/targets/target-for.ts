import { findTarget } from '../../target/find.ts'
import type { Target } from '../../target/target.ts'
import type { Product } from '../../run/product.ts'

/** The options that name a target. */
export interface TargetOptions {
  readonly target: string
  readonly program: readonly string[]
  readonly role?: string
  readonly limit?: readonly string[]
}

/** Reports whether a value of `--target` is the path of a file, and not the name of a bundled target. */
export function isTargetFile(target: string): boolean {
  return target.includes('/') || /\.ya?ml$/.test(target)
}

/** Returns the target from the options of a command and the command after `--`. */
export function targetFor(
  given: TargetOptions & { readonly command?: readonly string[] },
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
