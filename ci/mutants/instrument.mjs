// Inserts the mutants of the reference into its sources, and names each by properties that do not change when
// lines move.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from '@babel/parser'
import { Instrumenter } from '@stryker-mutator/instrumenter'
import { ignorersOf } from './ignored.mjs'
import { visit, withoutQuirks } from './without-quirks.mjs'

const levels = ['Trace', 'Debug', 'Info', 'Warn', 'Error', 'Fatal']
const silent = Object.fromEntries(
  levels.flatMap((level) => [
    [level.toLowerCase(), () => {}],
    [`is${level}Enabled`, () => false],
  ]),
)
const header = /^function stryNS_9fa48\(\)[\s\S]*?\n {2}return isActive\(id\);\n}\n/
// Maximum length of a name. Longer names are distinguished by a hash.
const longestText = 60

/**
 * Instruments sources.
 * @param files their paths, relative to `root`
 * @returns the text of each by its path, and the mutants, whose ids are made from their names
 */
export async function instrumented(root, files, quirks) {
  const plain = files.map((name) => ({
    name,
    content: withoutQuirks(readFileSync(join(root, name), 'utf8')),
    mutate: true,
  }))
  const options = { plugins: null, excludedMutations: [], ignorers: ignorersOf(quirks) }
  const made = await new Instrumenter(silent).instrument(plain, options)
  const contents = new Map(plain.map(({ name, content }) => [name, content]))
  const named = namedOf(made.mutants, contents)
  const ids = new Map(named.map(({ number, mutant }) => [number, mutant.id]))
  const helper = /(stryMutAct_9fa48|stryCov_9fa48)\(((?:"\d+"(?:, )?)+)\)/g
  const texts = made.files.map(({ name, content }) => [
    name,
    content
      .replace(header, '')
      .replace(
        helper,
        (_, call, numbers) => `${call}(${numbers.replace(/\d+/g, (number) => ids.get(number))})`,
      ),
  ])
  return { texts: new Map(texts), mutants: named.map(({ mutant }) => mutant) }
}

/** The inserted mutants, each with its name and the parts of that name. */
function namedOf(mutants, contents) {
  const places = new Map([...contents].map(([name, content]) => [name, new Places(content)]))
  const known = new Map()
  return mutants
    .filter(({ status }) => status !== 'Ignored')
    .map(({ id: number, fileName: file, location, mutatorName: mutator, replacement }) => {
      const { text, within } = places.get(file).at(location)
      const fields = { file, within, mutator, from: text, to: flat(replacement) }
      const key = Object.values(fields).join('\n')
      const nth = (known.get(key) ?? 0) + 1
      known.set(key, nth)
      const id = createHash('sha256').update(`${key}\n${nth}`).digest('hex').slice(0, 10)
      const named = { id, ...fields, from: short(fields.from), to: short(fields.to) }
      return { number, mutant: { ...named, ...(nth > 1 && { nth }), line: location.start.line + 1 } }
    })
}

function flat(text) {
  return text.replace(/\s+/g, ' ').trim()
}

function short(text) {
  if (text.length <= longestText) return text
  return `${text.slice(0, longestText)}…`
}

/** Positions in a source. */
class Places {
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
    const from = this.#offset(start)
    const to = this.#offset(end)
    const around = this.#declarations.filter((one) => one.start <= from && one.end >= to)
    return {
      text: flat(this.#content.slice(from, to)),
      within: around.map(({ name }) => name).join('.'),
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
