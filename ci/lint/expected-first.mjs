// Plugin of oxlint: rejects calls of expect() whose argument is the expected value.

const isConstant = (node) => {
  if (node === null) return true
  switch (node.type) {
    case 'Literal':
      return true
    case 'TemplateLiteral':
      return node.expressions.length === 0
    case 'UnaryExpression':
      return isConstant(node.argument)
    case 'Identifier':
      return node.name === 'undefined'
    case 'ArrayExpression':
      return node.elements.every(isConstant)
    case 'ObjectExpression':
      return node.properties.every((property) => property.type === 'Property' && isConstant(property.value))
    default:
      return false
  }
}

// Matchers of members. If their argument is a literal array, the array is the expected value and the member the actual
// value.
const membershipMatchers = new Set(['toContain', 'toContainEqual'])

/**
 * Returns the mistake of a call of expect(), given its syntax tree; `undefined` if the argument is the actual value.
 */
export function mistakeIn(call) {
  if (call.callee.type !== 'Identifier' || call.callee.name !== 'expect') return undefined
  const [actual] = call.arguments
  if (actual === undefined) return undefined
  if (isConstant(actual)) return 'literal'
  return actual.type === 'ArrayExpression' && membershipMatchers.has(matcherOf(call)) ? 'members' : undefined
}

function matcherOf(call) {
  const { parent } = call
  return parent?.type === 'MemberExpression' && parent.property.type === 'Identifier'
    ? parent.property.name
    : undefined
}

const messages = {
  literal:
    'expect() takes what was seen; this literal is what is expected. Write expect(seen).toBe(…) or .toBeOneOf([…]).',
  members:
    'expect() takes what was seen, and this list is what is expected. Write expect(seen).toBeOneOf([…]).',
}

export default {
  meta: { name: 'expected' },
  rules: {
    'actual-first': {
      create: (context) => ({
        CallExpression(node) {
          const mistake = mistakeIn(node)
          if (mistake !== undefined) context.report({ node, message: messages[mistake] })
        },
      }),
    },
  },
}
