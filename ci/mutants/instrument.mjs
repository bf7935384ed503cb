// Inserts the mutants of the reference into its sources. The name of each mutant consists of properties that do not
// change when lines move.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from '@babel/parser'
import { Instrumenter } from '@stryker-mutator/instrumenter'
import { ignorersOf } from './ignored.mjs'
import { visit, withoutQuirks } from './without-quirks.mjs'
import { withoutUnused } from './without-unused.mjs'

const levels = ['Trace', 'Debug', 'Info', 'Warn', 'Error', 'Fatal']
const silentLogger = Object.fromEntries(
  levels.flatMap((level) => [
    [level.toLowerCase(), () => {}],
    [`is${level}Enabled`, () => false],
  ]),
)
// Helper functions that the instrumenter adds to a file, before or after its leading comments.
const header = /function stryNS_9fa48\(\)[\s\S]*?\n {2}return isActive\(id\);\n}\n/
// Maximum length of a name. Longer names are distinguished by a hash.
const maxTextLength = 60

/**
 * Instruments sources.
 * @param files paths of the sources, relative to `root`
 * @returns the text of each source by its path, and the mutants, whose ids are made from their names
 */
export async function instrument(root, files, quirks) {
  const sourceFiles = files.map((name) => ({
    name,
    content: withoutUnused(withoutQuirks(readFileSync(join(root, name), 'utf8'))),
    mutate: true,
  }))
  const options = { plugins: null, excludedMutations: [], ignorers: ignorersOf(quirks) }
  const instrumentation = await new Instrumenter(silentLogger).instrument(sourceFiles, options)
  const contents = new Map(sourceFiles.map(({ name, content }) => [name, content]))
  const namedMutants = nameMutants(instrumentation.mutants, contents)
  const ids = new Map(namedMutants.map(({ number, mutant }) => [number, mutant.id]))
  const helper = /(stryMutAct_9fa48|stryCov_9fa48)\(((?:"\d+"(?:, )?)+)\)/g
  const texts = instrumentation.files.map(({ name, content }) => [
    name,
    content
      .replace(header, '')
      .replace(
        helper,
        (_, call, numbers) => `${call}(${numbers.replace(/\d+/g, (number) => ids.get(number))})`,
      ),
  ])
  for (const [name, text] of texts) {
    // With the helper functions of the instrumenter, the variables of the runtime would select no mutant.
    if (text.includes('function stryNS_9fa48')) throw new Error(`${name} keeps the helper functions.`)
  }
  return { texts: new Map(texts), mutants: namedMutants.map(({ mutant }) => mutant) }
}

/** Returns the inserted mutants, each with its name and the parts of the name. */
function nameMutants(mutants, contents) {
  const positionsByFile = new Map([...contents].map(([name, content]) => [name, new Positions(content)]))
  const countByKey = new Map()
  return mutants
    .filter(({ status }) => status !== 'Ignored')
    .map(({ id: number, fileName: file, location, mutatorName: mutator, replacement }) => {
      const { text, within } = positionsByFile.get(file).at(location)
      const fields = { file, within, mutator, from: text, to: singleLine(replacement) }
      const key = Object.values(fields).join('\n')
      const nth = (countByKey.get(key) ?? 0) + 1
      countByKey.set(key, nth)
      const id = createHash('sha256').update(`${key}\n${nth}`).digest('hex').slice(0, 10)
      const namedFields = { id, ...fields, from: shorten(fields.from), to: shorten(fields.to) }
      return { number, mutant: { ...namedFields, ...(nth > 1 && { nth }), line: location.start.line + 1 } }
    })
}

function singleLine(text) {
  return text.replace(/\s+/g, ' ').trim()
}

function shorten(text) {
  if (text.length <= maxTextLength) return text
  return `${text.slice(0, maxTextLength)}…`
}

/** Finds the text at a location of a source, and the declarations that contain the location. */
class Positions {
  #content
  #starts
  #declarations = []

  constructor(content) {
    this.#content = content
    this.#starts = [0]
    for (let at = content.indexOf('\n'); at !== -1; at = content.indexOf('\n', at + 1))
      this.#starts.push(at + 1)
    visit(parse(content, { sourceType: 'module', plugins: ['typescript'] }).program, (node) => {
      const name = nameOf(node)
      if (name !== undefined) this.#declarations.push({ name, start: node.start, end: node.end })
    })
  }

  at({ start, end }) {
    const startOffset = this.#offset(start)
    const endOffset = this.#offset(end)
    const enclosing = this.#declarations.filter((one) => one.start <= startOffset && one.end >= endOffset)
    return {
      text: singleLine(this.#content.slice(startOffset, endOffset)),
      within: enclosing.map(({ name }) => name).join('.'),
    }
  }

  #offset({ line, column }) {
    return this.#starts[line] + column
  }
}

function nameOf({ type, id, key, init }) {
  if (type === 'FunctionDeclaration' || type === 'ClassDeclaration') return id?.name
  if (type === 'ClassMethod' || type === 'ObjectMethod' || type === 'ClassProperty')
    return key.name ?? key.value
  if (type === 'ClassPrivateMethod' || type === 'ClassPrivateProperty') return `#${key.id.name}`
  return type === 'VariableDeclarator' && init ? id.name : undefined
}
