/**
 * Input value of an expression: a string or a list of strings. In a claim, any JSON value, or undefined if the claim is
 * missing.
 */
export type Input = unknown

/** Expression that is true for one value and false for another. */
export interface ExpressionCase {
  /** CEL, with `$` in place of the value. */
  readonly expression: string
  readonly passingInput: Input
  readonly failingInput: Input
}

/** Expressions that use one part of the language. */
export interface Family {
  /** Fault of the reference that removes this part of the language. */
  readonly fault: string
  readonly cases: readonly ExpressionCase[]
}

/**
 * Creates a family of expressions, each with a value for which the expression is true and a value for which it is
 * false.
 */
export function family(fault: string, ...cases: readonly (readonly [string, Input, Input])[]): Family {
  return {
    fault,
    cases: cases.map(([expression, passingInput, failingInput]) => ({
      expression,
      passingInput,
      failingInput,
    })),
  }
}

/** Returns the expressions of a family, each over a separate value. */
export function expressionsOver(
  { cases }: Family,
  valueOf: (example: ExpressionCase, index: number) => string,
) {
  return cases.map((example, index) =>
    example.expression.replaceAll(/\$(?!')/g, () => valueOf(example, index)),
  )
}

/** Returns the values for which all expressions of a family hold. */
export function passingInputs({ cases }: Family): Readonly<Record<string, unknown>> {
  return Object.fromEntries(cases.map(({ passingInput }, index) => [inputName(index), passingInput]))
}

/** Returns, for each expression of a family, the values for which only this expression is false. */
export function failingInputs(
  family: Family,
): readonly { readonly index: number; readonly inputs: object }[] {
  return family.cases.map(({ failingInput }, index) => ({
    index,
    inputs: { ...passingInputs(family), [inputName(index)]: failingInput },
  }))
}

/** Returns the name of the value for the expression with this index. */
export function inputName(index: number): string {
  return `c${index}`
}
