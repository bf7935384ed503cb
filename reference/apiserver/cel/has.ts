import type { ASTNode } from '@marcbachmann/cel-js'

interface Checker {
  check(node: ASTNode, context: unknown): unknown
  getType(name: string): unknown
}

interface Evaluator {
  run(node: ASTNode, context: unknown): unknown
  debugType(value: unknown): {
    fieldLazy(value: unknown, field: string, node: ASTNode, evaluator: Evaluator): unknown
  }
}

/**
 * Permits any operand `e` in each `has(e.f)` of a parsed expression: the library accepts only a chain of names, and
 * rejects `has(claims.list[0].f)`.
 */
export function allowOperandsOfHas(node: unknown): void {
  if (Array.isArray(node)) for (const part of node) allowOperandsOfHas(part)
  if (!isNode(node)) return
  if (node.op === 'call' && node.args[0] === 'has') {
    const [operand] = node.args[1]
    if (operand?.op === '.' && !isChainOfNames(operand)) Object.assign(node.meta.macro, macroOf(operand))
  }
  allowOperandsOfHas(node.args)
}

function macroOf(selection: Extract<ASTNode, { op: '.' }>) {
  const [operand, field] = selection.args
  return {
    typeCheck: (checker: Checker, _macro: unknown, context: unknown) => {
      checker.check(operand, context)
      return checker.getType('bool')
    },
    evaluate: (evaluator: Evaluator, _macro: unknown, context: unknown) => {
      const value = evaluator.run(operand, context)
      return evaluator.debugType(value).fieldLazy(value, field, selection, evaluator) !== undefined
    },
  }
}

function isChainOfNames(node: ASTNode): boolean {
  if (node.op === 'id') return true
  return (node.op === '.' || node.op === '.?') && isChainOfNames(node.args[0])
}

function isNode(value: unknown): value is ASTNode & { readonly meta: { readonly macro: object } } {
  return typeof value === 'object' && value !== null && 'op' in value && 'args' in value
}
