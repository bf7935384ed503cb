// The words that public text avoids. CONTRIBUTING says what to write instead.

const words: readonly RegExp[] = [
  /\b(?:tells?|told|telling)\b/gi,
  /\b(?:is|are|was|were|be|been|being|gets?) asked\b/gi,
  /\b(?:comes?|came) to\b(?! (?:the same|an end))/gi,
  /\bbeside\b/gi,
  /\bstand(?:s|ing)? (?:in|on|at|twice|among|beside|there|outside|here|behind|first|under|below|above|between)\b/gi,
  /\bcounts? (?:only|as|until|no|more|for|beside)\b/gi,
  /\b(?:otherwise|else) than\b/gi,
  /\b(?:nobody|somebody)\b/gi,
  /\b(?:is|are) not (?:said|shown)\b/gi,
  /\bsays? (?:of|nothing)\b/gi,
  /\blies of\b/gi,
]

/** The private words in a text, each as it is written. */
export function privateWordsIn(text: string): string[] {
  return words.flatMap((word) => [...text.matchAll(word)].map(([found]) => found))
}

/** The prose of a Markdown page: without code, comments and the targets of links. */
export function proseOf(markdown: string): string {
  return markdown
    .replace(/^```[^]*?^```/gm, '')
    .replace(/<!--[^]*?-->/g, '')
    .replace(/`[^`\n]*`/g, '')
    .replace(/\]\([^)]*\)/g, ']')
}
