// Words that public text avoids. CONTRIBUTING lists the replacements.

const privateWordPatterns: readonly RegExp[] = [
  /\b(?:tells?|told|telling)\b/gi,
  /\b(?:is|are|was|were|be|been|being|gets?) asked\b/gi,
  /\b(?:comes?|came) to\b(?! (?:the same|an end))/gi,
  /\bbeside\b/gi,
  /\bstand(?:s|ing)? (?:in|on|at|twice|among|beside|there|outside|here|behind|first|under|below|above|between)\b/gi,
  /\bcounts? (?:only|as|until|no|more|for|beside)\b/gi,
  /\b(?:otherwise|else) than\b/gi,
  /\b(?:nobody|somebody|whoever)\b/gi,
  /\b(?:is|are) not (?:said|shown)\b/gi,
  /\bsays? (?:of|nothing)\b/gi,
  /\blies of\b/gi,
]

/** Returns the private words in a text, as they are written. */
export function privateWordsIn(text: string): string[] {
  return privateWordPatterns.flatMap((word) => [...text.matchAll(word)].map(([found]) => found))
}

/** Returns the prose of a Markdown page, without code, comments and link targets. */
export function proseOf(markdown: string): string {
  return markdown
    .replace(/^```[^]*?^```/gm, '')
    .replace(/<!--[^]*?-->/g, '')
    .replace(/`[^`\n]*`/g, '')
    .replace(/\]\([^)]*\)/g, ']')
}

/** Beginnings of comments with a clause. A comment begins with the name of its subject or with a verb. */
const clausePattern = /^(?:What|Whether|Who|Whose|Whom|How|Which|Where|Why)\b(?!.*\?$)/

/** Returns the private words of a comment, and its first word if the comment begins with a clause. */
export function privateWordsInComment(text: string): string[] {
  return [...privateWordsIn(text.replace(/`[^`]*`/g, '')), ...(clausePattern.exec(text) ?? [])]
}

/**
 * Returns the comments of a source file that are alone on their lines, without comment marks. Lines of a paragraph are
 * joined.
 */
export function commentsOf(source: string): string[] {
  const comments = source.matchAll(/^[ \t]*(?:\/\*\*?[^]*?\*\/[ \t]*$|\/\/.*$(?:\n[ \t]*\/\/.*$)*)/gm)
  return [...comments].map(([comment]) =>
    comment
      .replace(/^[ \t]*(?:\/\*\*?|\*\/|\*|\/\/)?[ \t]?/gm, '')
      .replace(/\*\/\s*$/, '')
      .replace(/\s+/g, ' ')
      .trim(),
  )
}

/** Returns the titles of tests of a source file. */
export function titlesOf(source: string): string[] {
  const titles = source.matchAll(/\b(?:test|describe)(?:\.\w+)?\(\s*(['"`])((?:\\.|(?!\1)[^\\\n])*)\1/g)
  return [...titles].map(([, , title = '']) => title)
}

/** Beginnings of titles that continue the name of the group. A title begins with its subject or a verb. */
const fragmentPattern = /^(?:of|that|whose|because|such as)\b/

/** Returns the titles of tests that are sentences only after the name of their group. */
export function fragmentsAmong(titles: readonly string[]): string[] {
  return titles.filter((title) => fragmentPattern.test(title))
}

/** Words that no declared name contains: participles and verbs in place of the noun of a value. */
const privateParts = [
  'told',
  'asks?',
  'asked',
  'asker',
  'asking',
  'said',
  'nobody',
  'somebody',
  'beside',
  'worlds?',
  'spoilt',
]
const privateNamePattern = new RegExp(
  privateParts
    .map((word) => `^${word}(?![a-z])|[a-z]${word.charAt(0).toUpperCase()}${word.slice(1)}(?![a-z])`)
    .join('|'),
)

/** Returns the declared names of a source file that contain a private word. */
export function privateNamesIn(source: string): string[] {
  const code = source.replace(/\/\*[^]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
  const names = code.matchAll(/\b(?:const|let|function\*?|class|interface|type)\s+([A-Za-z_$][\w$]*)/g)
  return [...names]
    .map(([, name = '']) => name)
    .filter(
      (name) =>
        privateNamePattern.test(name) ||
        privateNamePattern.test(name.charAt(0).toLowerCase() + name.slice(1)),
    )
}
