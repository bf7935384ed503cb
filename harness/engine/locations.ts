import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import type { Rule } from '../catalogue.ts'
import type { CompiledLocation } from '../check/declared-at.ts'

/** Locations of a rule and one of its checks in compiled files. */
export interface Declaration {
  /** The suite file, relative to the suites' directory. */
  readonly module: string
  readonly rule: Pick<Rule, 'id' | 'source'>
  readonly ruleLocation?: CompiledLocation | undefined
  readonly checkLocation?: CompiledLocation | undefined
}

/** Source locations of a rule and of one of its checks: `suites/…/timeout.suite.ts:49`. */
export interface SourceLocations {
  readonly rule?: string
  readonly check?: string
}

interface Line {
  readonly file: string
  readonly line: number
}

/** Beginning of a row of a table. */
interface RowLine extends Line {
  readonly key: string
  readonly column: number
}

/**
 * Finds the source lines of rules and checks. A rule that is generated from a table row has the line of the row.
 * @param root the package's root
 * @param suitesDir the compiled suites; their sources are at the same place outside `dist`, if they exist
 * @returns the locations in the order of the declarations; none without source maps
 */
export function locationsOf(
  root: string,
  suitesDir: string,
  declarations: readonly Declaration[],
): SourceLocations[] {
  const sourceMaps = new SourceMaps(root)
  const sourcesDir = resolve(root, relative(join(root, 'dist'), suitesDir))
  const rows = new Rows(root, [sourcesDir, join(root, 'documents')])
  const groups = new Map<string, Declaration[]>()
  for (const declaredRule of declarations) {
    const key = `${declaredRule.module} ${declaredRule.ruleLocation?.file}:${declaredRule.ruleLocation?.line}`
    groups.set(key, [...(groups.get(key) ?? []), declaredRule])
  }
  const ruleLines = new Map<string, Line | undefined>()
  for (const group of groups.values()) {
    const [first] = group
    const ruleLine = first?.ruleLocation && sourceMaps.lineOf(first.ruleLocation)
    const ids = new Map(group.map(({ rule }) => [rule.id, rule]))
    for (const [id, line] of rows.linesOf([...ids.values()], ruleLine)) ruleLines.set(id, line)
  }
  return declarations.map(({ rule, checkLocation }) => {
    const ruleLine = ruleLines.get(rule.id)
    const checkLine = checkLocation && sourceMaps.lineOf(checkLocation)
    return {
      ...(ruleLine && { rule: textOf(ruleLine) }),
      ...(checkLine && { check: textOf(checkLine) }),
    }
  })
}

function textOf({ file, line }: Line): string {
  return `${file}:${line}`
}

/** Source maps of compiled files, each read once. */
class SourceMaps {
  readonly #root: string
  readonly #maps = new Map<string, SourceMap | undefined>()

  constructor(root: string) {
    this.#root = root
  }

  lineOf({ file, line, column }: CompiledLocation): Line | undefined {
    const entry = this.#mapOf(file)?.findEntry(line - 1, column - 1)
    if (entry === undefined || !('originalSource' in entry)) return undefined
    const source = resolve(dirname(file), entry.originalSource)
    return { file: relative(this.#root, source), line: entry.originalLine + 1 }
  }

  #mapOf(file: string): SourceMap | undefined {
    if (!this.#maps.has(file)) {
      const path = `${file}.map`
      this.#maps.set(
        file,
        existsSync(path) ? new SourceMap(JSON.parse(readFileSync(path, 'utf8'))) : undefined,
      )
    }
    return this.#maps.get(file)
  }
}

// A literal that begins a row: the value of a naming member, the name of a member, or a first argument or element.
const rowStartPattern =
  /(?:^|[[({,])\s*(?:(?:id|flag|key|name|gate|field|row|path)\s*:\s*)?(?:'([^']+)'|([\w$]+)(?=\s*:))/g

const wordPattern = /[\w-]+/g
// A line of a table that is a list of words.
const wordListPattern = /^ +[\w-]+(?: [\w-]+)*$/

/** Lines of the documents and of the suites' sources at which table rows begin. */
class Rows {
  readonly #lines = new Map<string, RowLine[]>()
  readonly #texts = new Map<string, readonly string[]>()

  constructor(root: string, folders: readonly string[]) {
    for (const folder of folders.filter((one) => existsSync(one)))
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()) {
        if (!name.endsWith('.ts') || /\.test(-support)?\.ts$|\/between\/|^situations\//.test(name)) continue
        this.#read(relative(root, join(folder, name)), readFileSync(join(folder, name), 'utf8').split('\n'))
      }
  }

  #read(file: string, texts: readonly string[]): void {
    this.#texts.set(file, texts)
    for (const [index, text] of texts.entries()) {
      if (/^import |^} from /.test(text)) continue
      const isWordList = wordListPattern.test(text)
      for (const { 0: match, 1: quoted, 2: bare, index: at } of text.matchAll(
        isWordList ? wordPattern : rowStartPattern,
      )) {
        const key = quoted ?? bare ?? match
        const column = isWordList ? text.search(wordPattern) : at + match.search(/\S/)
        this.#lines.set(key, [...(this.#lines.get(key) ?? []), { file, line: index + 1, key, column }])
      }
    }
  }

  /**
   * Returns the line of each rule that one statement declares.
   * @param at the statement; its line is the location if the statement names the rule, or if no table contains the rule
   */
  linesOf(
    rules: readonly Pick<Rule, 'id' | 'source'>[],
    at: Line | undefined,
  ): Map<string, Line | undefined> {
    const candidates = new Map(rules.map((rule) => [rule, this.#candidatesOf(rule)]))
    // The table is the file or the document with most of the rules. Within a document, it is the file with most of the
    // rules.
    const counts = new Map<string, number>()
    for (const lines of candidates.values())
      for (const table of new Set(lines.flatMap((line) => [tableOf(line), line.file])))
        counts.set(table, (counts.get(table) ?? 0) + 1)
    const countOf = (table: string): number => counts.get(table) ?? 0
    return new Map(
      rules.map((rule) => {
        if (at !== undefined && this.#names(at, rule.id)) return [rule.id, at]
        const literalLine = this.#lines.get(rule.id)?.[0]
        const lines = candidates.get(rule) ?? []
        // Files other than the document of the rule and the file of the statement only use the row.
        const rankOf = (line: Line): number =>
          isInDocumentOf(line, rule) || line.file === at?.file ? countOf(tableOf(line)) : 0
        const rowsIn = (name: string): number =>
          new Set(lines.flatMap(({ file, key }) => (file === name ? key : []))).size
        const [bestLine] = lines.toSorted(
          (a, b) =>
            rankOf(b) - rankOf(a) ||
            Number(isDocument(b.file)) - Number(isDocument(a.file)) ||
            commonFolders(b, at) - commonFolders(a, at) ||
            rowsIn(b.file) - rowsIn(a.file) ||
            // A row is deeper in its line where another row uses it.
            a.column - b.column ||
            countOf(b.file) - countOf(a.file),
        )
        const isFromTable = rules.length > 1 || at === undefined || !isSuite(at.file)
        return [rule.id, literalLine ?? (isFromTable ? (bestLine ?? at) : at)]
      }),
    )
  }

  /** Reports whether a statement, which may continue in the next lines, contains an id as a literal. */
  #names({ file, line }: Line, id: string): boolean {
    const texts = this.#texts.get(file) ?? []
    return texts.slice(line - 1, line + 2).some((text) => text.includes(`'${id}'`))
  }

  #candidatesOf({ source }: Pick<Rule, 'source'>): RowLine[] {
    return source.rows.flatMap((row) => {
      return this.#lines.get(row) ?? this.#lines.get(row.split('.').at(-1) ?? '') ?? []
    })
  }
}

function isDocument(file: string): boolean {
  return file.startsWith('documents/')
}

/** Reports whether a line belongs to the document of a rule. */
function isInDocumentOf({ file }: Line, { source }: Pick<Rule, 'source'>): boolean {
  return file.startsWith(`documents/${source.document}/`)
}

/** Returns the document of a line, or its file. */
function tableOf({ file }: Line): string {
  return isDocument(file) ? file.split('/', 2).join('/') : file
}

function isSuite(file: string): boolean {
  return file.endsWith('.suite.ts')
}

/** Returns the number of common folders of two lines. */
function commonFolders({ file }: Line, at: Line | undefined): number {
  const [one, other] = [file.split('/'), (at?.file ?? '').split('/')]
  const firstDifference = one.findIndex((part, index) => part !== other[index])
  return firstDifference === -1 ? one.length : firstDifference
}
