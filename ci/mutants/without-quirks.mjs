// Removes the seeded faults and freedoms from a source of the reference before mutants are made, because no check is
// expected to detect a change to code that runs only with a fault.
import { parse } from '@babel/parser'

const queries = new Set(['fault', 'freedom'])
const types = new Set([
  'typeAnnotation',
  'typeParameters',
  'typeArguments',
  'returnType',
  'superTypeParameters',
])

/**
 * Returns the TypeScript source without faults, freedoms and the code that queries them. Lines keep their
 * numbers.
 * @throws SyntaxError if the source is not TypeScript
 */
export function withoutQuirks(source) {
  const ast = parse(source, { sourceType: 'module', plugins: ['typescript'] })
  return new Simplified(source, ast.program).text
}

/** Returns the children of a node, in their order, without types. */
export function childrenOf(node) {
  const children = []
  for (const [key, value] of Object.entries(node)) {
    if (types.has(key) || key === 'loc' || key === 'extra' || key.endsWith('Comments')) continue
    for (const one of Array.isArray(value) ? value : [value]) {
      if (typeof one?.type === 'string' && typeof one.start === 'number') children.push(one)
    }
  }
  // A shorthand property has one text for two nodes.
  return children
    .sort((a, b) => a.start - b.start)
    .filter((one, at, all) => one.start >= (all[at - 1]?.end ?? 0))
}

class Simplified {
  #source
  #names = new Map()

  constructor(source, program) {
    this.#source = source
    this.#learn(program)
    this.text = source.slice(0, program.start) + this.#print(program) + source.slice(program.end)
  }

  /** Finds constants whose values are known without quirks. A constant may depend on another constant. */
  #learn(program) {
    const declarators = []
    const bindingCounts = new Map()
    visit(program, (node) => {
      for (const name of boundNames(node)) bindingCounts.set(name, (bindingCounts.get(name) ?? 0) + 1)
      if (node.type === 'VariableDeclaration' && node.kind === 'const' && node.declarations.length === 1)
        declarators.push(...node.declarations)
    })
    for (let size = -1; size < this.#names.size; ) {
      size = this.#names.size
      for (const { id, init } of declarators) {
        if (id.type !== 'Identifier' || bindingCounts.get(id.name) !== 1 || this.#names.has(id.name)) continue
        const value = init && this.#value(init)
        if (value !== undefined && value !== null) this.#names.set(id.name, value)
      }
    }
  }

  /** Returns the value of an expression without quirks, if it is a known boolean. */
  #value(node) {
    switch (node.type) {
      case 'Identifier':
        return this.#names.get(node.name)
      case 'CallExpression':
      case 'OptionalCallExpression':
        return queries.has(node.callee.name ?? node.callee.property?.name) ? false : undefined
      case 'UnaryExpression': {
        const value = node.operator === '!' ? this.#value(node.argument) : undefined
        return value === undefined ? undefined : !value
      }
      case 'LogicalExpression': {
        const values = [this.#value(node.left), this.#value(node.right)]
        if (node.operator === '&&') return values.includes(false) ? false : commonValue(values, true)
        return node.operator === '||' ? (values[0] === true ? true : commonValue(values, false)) : undefined
      }
      case 'ConditionalExpression': {
        const test = this.#value(node.test)
        return test === undefined ? undefined : this.#value(test ? node.consequent : node.alternate)
      }
      default:
        return undefined
    }
  }

  #print(node) {
    const simplified = this.#simplified(node)
    if (simplified === undefined) return this.#printBetween(node, node.start, node.end, childrenOf(node))
    const lostLines = linesIn(this.#source.slice(node.start, node.end)) - linesIn(simplified)
    return simplified + '\n'.repeat(Math.max(0, lostLines))
  }

  /** Returns the text of a node that becomes simpler without quirks, or `undefined` for other nodes. */
  #simplified(node) {
    const value = this.#value(node)
    if (value !== undefined) return String(value)
    switch (node.type) {
      case 'LogicalExpression': {
        const { left, right, operator } = node
        const neutral = operator === '&&'
        if (operator === '??') return undefined
        if (this.#value(left) === neutral) return this.#inParentheses(right)
        return this.#value(right) === neutral ? this.#inParentheses(left) : undefined
      }
      case 'ConditionalExpression':
        return this.#branch(node, (one) => this.#inParentheses(one))
      case 'IfStatement':
        return this.#branch(node, (one) => (one ? this.#print(one) : ';'))
      case 'ExpressionStatement':
        return this.#value(node.expression) === undefined ? undefined : ';'
      case 'VariableDeclaration':
        return node.declarations.length === 1 && this.#names.has(node.declarations[0].id.name)
          ? ';'
          : undefined
      case 'ObjectProperty':
        return node.shorthand && this.#names.has(node.key.name)
          ? `${node.key.name}: ${this.#names.get(node.key.name)}`
          : undefined
      case 'MemberExpression':
      case 'OptionalMemberExpression':
        return node.computed ? undefined : this.#printBetween(node, node.start, node.end, [node.object])
      default:
        return this.#withoutEmptySpreads(node)
    }
  }

  #branch({ test, consequent, alternate }, print) {
    const value = this.#value(test)
    return value === undefined ? undefined : print(value ? consequent : alternate)
  }

  /** Returns the text of a list without the elements that spread an empty value. */
  #withoutEmptySpreads(node) {
    const all = node.elements ?? (node.type === 'ObjectExpression' ? node.properties : node.arguments)
    if (!Array.isArray(all) || all.includes(null) || !all.some((one) => this.#isNothing(one)))
      return undefined
    const printed = all.filter((one) => !this.#isNothing(one)).map((one) => this.#print(one))
    const callee = node.callee ? [node.callee] : []
    return (
      this.#printBetween(node, node.start, all[0].start, callee) +
      printed.join(', ') +
      this.#source.slice(all.at(-1).end, node.end).replace(printed.length === 0 ? /^\s*,/ : '', '')
    )
  }

  #isNothing(node) {
    return (
      node.type === 'SpreadElement' &&
      /^\(?(?:false|\[\s*\]|\{\s*\})\)?\s*$/.test(this.#print(node.argument)) &&
      this.#simplified(node.argument) !== undefined
    )
  }

  /**
   * Returns the text of a node that replaces its parent, in parentheses if an operator around it may bind more tightly.
   */
  #inParentheses(node) {
    return /^(?:Identifier|.*Literal|.*CallExpression|.*MemberExpression)$/.test(node.type)
      ? this.#print(node)
      : `(${this.#print(node)})`
  }

  #printBetween(node, from, to, children) {
    let text = ''
    let at = from
    for (const child of children) {
      const isKey = node.type === 'ObjectProperty' && child === node.key && !node.computed
      text +=
        this.#source.slice(at, child.start) +
        (isKey ? this.#source.slice(child.start, child.end) : this.#print(child))
      at = child.end
    }
    return text + this.#source.slice(at, to)
  }
}

function commonValue(values, value) {
  return values.every((one) => one === value) ? value : undefined
}

function linesIn(text) {
  return text.split('\n').length
}

/** Calls a function for a node and all its descendants. */
export function visit(node, use) {
  use(node)
  for (const child of childrenOf(node)) visit(child, use)
}

/** Returns the names that a node binds. */
function boundNames(node) {
  const patterns = [
    node.params ?? [],
    node.type === 'VariableDeclarator' ? node.id : [],
    node.param ?? [],
  ].flat()
  const ownName = /Function|Class/.test(node.type) && node.id ? [node.id.name] : []
  return [...ownName, ...(node.local ? [node.local.name] : []), ...patterns.flatMap(namesIn)]
}

function namesIn(pattern) {
  switch (pattern?.type) {
    case 'Identifier':
      return [pattern.name]
    case 'ObjectPattern':
      return pattern.properties.flatMap((one) => namesIn(one.value ?? one.argument))
    case 'ArrayPattern':
      return pattern.elements.flatMap(namesIn)
    case 'AssignmentPattern':
      return namesIn(pattern.left)
    case 'RestElement':
      return namesIn(pattern.argument)
    case 'TSParameterProperty':
      return namesIn(pattern.parameter)
    default:
      return []
  }
}
