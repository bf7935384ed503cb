/** CEL expression as a tree of JSON values. */
export type Expression =
  | readonly ['value', string | number | boolean | null]
  /** Variable of the environment, or of `all` and `exists`. */
  | readonly ['name', string]
  | readonly ['field', Expression, string]
  /** `e.?field.orValue(other)` */
  | readonly ['optional', Expression, string, Expression]
  | readonly ['index', Expression, Expression]
  | readonly ['has', Expression, string]
  | readonly ['list', ...Expression[]]
  | readonly ['not', Expression]
  | readonly ['if', Expression, Expression, Expression]
  | readonly ['size', Expression]
  | readonly ['+' | '==' | '!=' | '<' | '>=' | '&&' | '||' | 'in', Expression, Expression]
  | readonly ['startsWith' | 'endsWith' | 'contains', Expression, Expression]
  /** `sets.equivalent(a, b)` */
  | readonly ['equivalent', Expression, Expression]
  | readonly ['all' | 'exists', Expression, string, Expression]

const identifier = /^[A-Za-z_][A-Za-z0-9_]*$/

/** Reports whether a name is valid after a dot. */
function isIdentifier(name: string): boolean {
  return identifier.test(name)
}

/** Returns a field of an object, with a dot if its name allows that and otherwise with an index. */
export function memberOf(of: Expression, name: string): Expression {
  return isIdentifier(name) ? ['field', of, name] : ['index', of, ['value', name]]
}

/** Returns the expression in CEL syntax. */
export function celText(expression: Expression): string {
  switch (expression[0]) {
    case 'value':
      return typeof expression[1] === 'string' ? quote(expression[1]) : String(expression[1])
    case 'name':
      return expression[1]
    case 'field':
      return `${celText(expression[1])}.${expression[2]}`
    case 'optional':
      return `${celText(expression[1])}.?${expression[2]}.orValue(${celText(expression[3])})`
    case 'index':
      return `${celText(expression[1])}[${celText(expression[2])}]`
    case 'has':
      return `has(${celText(expression[1])}.${expression[2]})`
    case 'list':
      return `[${(expression.slice(1) as Expression[]).map(celText).join(', ')}]`
    case 'not':
      return `!(${celText(expression[1])})`
    case 'if':
      return `(${celText(expression[1])} ? ${celText(expression[2])} : ${celText(expression[3])})`
    case 'size':
      return `size(${celText(expression[1])})`
    case 'equivalent':
      return `sets.equivalent(${celText(expression[1])}, ${celText(expression[2])})`
    case 'startsWith':
    case 'endsWith':
    case 'contains':
      return `${celText(expression[1])}.${expression[0]}(${celText(expression[2])})`
    case 'all':
    case 'exists':
      // A strict type checker requires `dyn` for a value that may be a list.
      return `dyn(${celText(expression[1])}).${expression[0]}(${expression[2]}, ${celText(expression[3])})`
    default:
      return `(${celText(expression[1])} ${expression[0]} ${celText(expression[2])})`
  }
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
