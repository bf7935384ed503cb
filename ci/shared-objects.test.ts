import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'vitest/node'
import { expect, test } from 'vitest'
import { importsOf } from './testing/imports.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const texts = new Map(
  ['suites', 'harness/check', 'harness/kit']
    .flatMap((folder) =>
      readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' }).map(
        (name) => `${folder}/${name}`,
      ),
    )
    .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|\/testing\//.test(path))
    .map((path) => [path, readFileSync(`${root}/${path}`, 'utf8')]),
)

/** Statement, expression or other part of a parsed file. */
interface SyntaxNode {
  readonly type: string
  readonly [key: string]: unknown
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

const programs = new Map(
  [...texts].map(([path, text]) => {
    const program: unknown = parseAst(text, { lang: 'ts' })
    if (!isNode(program)) throw new Error(`${path} could not be parsed`)
    return [path, program]
  }),
)

const childrenOf = (node: SyntaxNode): SyntaxNode[] => Object.values(node).flat().filter(isNode)

const isFunction = ({ type }: SyntaxNode): boolean =>
  /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression|ClassDeclaration|ClassExpression)$/.test(
    type,
  )

const nameOf = (node: unknown): string =>
  isNode(node) && node.type === 'Identifier' ? String(node['name']) : ''

/** Returns the name of the function that an expression calls, or an empty string for methods and other nodes. */
const calledName = ({ type, callee }: SyntaxNode): string =>
  type === 'CallExpression' || type === 'NewExpression' ? nameOf(callee) : ''

/** Returns whether a node or a part of it calls one of the functions. */
const callsAnywhere = (node: SyntaxNode, names: ReadonlySet<string>): boolean =>
  names.has(calledName(node)) || childrenOf(node).some((child) => callsAnywhere(child, names))

/**
 * Returns whether the evaluation of a node calls one of the functions. Callbacks of methods such as `map` are
 * evaluated, bodies of other functions are not.
 */
function callsWhenEvaluated(node: SyntaxNode, names: ReadonlySet<string>): boolean {
  const name = calledName(node)
  if (names.has(name)) return true
  if (name === '' && node.type === 'CallExpression') return callsAnywhere(node, names)
  return !isFunction(node) && childrenOf(node).some((child) => callsWhenEvaluated(child, names))
}

/** Returns the variables, functions and classes that a statement at the top level of a file declares. */
function declarationsOf(statement: SyntaxNode): SyntaxNode[] {
  const declared = isNode(statement['declaration']) ? statement['declaration'] : statement
  return declared.type === 'VariableDeclaration' ? childrenOf(declared) : [declared]
}

/** Returns the names of the functions whose call declares a shared object, directly or indirectly. */
function sharingFunctions(): ReadonlySet<string> {
  const names = new Set(['shared', 'sharedByName'])
  // Functions that return a function that declares a shared object.
  const makers = new Set<string>()
  const declarations = [...programs.values()].flatMap(childrenOf).flatMap(declarationsOf)
  for (let size = 0; size !== names.size + makers.size; ) {
    size = names.size + makers.size
    for (const declaration of declarations) {
      const { id, init } = declaration
      const name = nameOf(id)
      const builtFunction = isFunction(declaration)
        ? declaration
        : isNode(init) && isFunction(init)
          ? init
          : undefined
      if (name !== '' && builtFunction !== undefined) {
        if (childrenOf(builtFunction).some((part) => callsWhenEvaluated(part, names))) names.add(name)
        else if (callsAnywhere(builtFunction, names)) makers.add(name)
      } else if (
        isNode(id) &&
        id.type === 'ObjectPattern' &&
        isNode(init) &&
        callsWhenEvaluated(init, makers)
      ) {
        for (const { value } of childrenOf(id))
          if (nameOf(value).startsWith('shared')) names.add(nameOf(value))
      }
    }
  }
  return names
}

/**
 * Returns the suites and modules of suites that a suite or group imports, directly or indirectly, including itself.
 */
function reachedFrom(path: string): Set<string> {
  const reached = new Set([path])
  for (const file of reached)
    for (const imported of importsOf(file)) if (texts.has(imported)) reached.add(imported)
  return reached
}

// A worker evaluates a module once, and ends the module's shared objects with the first group that imports it.
test('only the suites of one group import a module with shared objects', () => {
  const paths = [...texts.keys()]
  const groups = paths.filter((path) => path.endsWith('.group.ts'))
  const members = new Set(groups.flatMap((group) => importsOf(group)))
  const roots = [...groups, ...paths.filter((path) => path.endsWith('.suite.ts') && !members.has(path))]
  const sharingNames = sharingFunctions()
  const sharingModules = paths.filter((path) => {
    const program = programs.get(path)
    return (
      !/\.(?:suite|group)\.ts$/.test(path) &&
      program !== undefined &&
      callsWhenEvaluated(program, sharingNames)
    )
  })
  const rootsOf = new Map(sharingModules.map((path) => [path, [] as string[]]))
  for (const start of roots) for (const path of reachedFrom(start)) rootsOf.get(path)?.push(start)

  expect(sharingModules.length, 'modules with shared objects').toBeGreaterThan(20)
  expect([...rootsOf].filter(([, importers]) => importers.length > 1)).toEqual([])
})
