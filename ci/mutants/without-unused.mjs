// Removes local functions that only a seeded fault called, so that no mutants are made of them.
import { parse } from '@babel/parser'
import { visit } from './without-quirks.mjs'

// A function that only an unused function calls becomes unused itself.
const maxRounds = 5

/**
 * Returns the TypeScript source without constants that hold an unused arrow function. Lines keep their numbers.
 * @throws SyntaxError if the source is not TypeScript
 */
export function withoutUnused(source) {
  let text = source
  for (let round = 0; round < maxRounds; round++) {
    const removed = withoutUnusedOnce(text)
    if (removed === text) return text
    text = removed
  }
  return text
}

function withoutUnusedOnce(source) {
  const { program } = parse(source, { sourceType: 'module', plugins: ['typescript'] })
  const counts = new Map()
  const functions = []
  const exported = new Set()
  visit(program, (node) => {
    if (node.type === 'Identifier') counts.set(node.name, (counts.get(node.name) ?? 0) + 1)
    if (node.type === 'ExportNamedDeclaration' && node.declaration) exported.add(node.declaration)
    if (node.type !== 'VariableDeclaration' || node.declarations.length !== 1) return
    if (node.declarations[0].init?.type === 'ArrowFunctionExpression') functions.push(node)
  })
  const unused = functions.filter(
    (node) => !exported.has(node) && counts.get(node.declarations[0].id.name) === 1,
  )
  let text = ''
  let at = 0
  for (const { start, end } of unused) {
    if (start < at) continue
    text += `${source.slice(at, start)};${source.slice(start, end).replace(/[^\n]/g, '')}`
    at = end
  }
  return text + source.slice(at)
}
