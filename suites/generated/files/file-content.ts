import type { Dialect, OpenValue } from '#kit/launch.ts'

/**
 * Returns the content of a case as written to a file: texts that begin with `open:` are the dialect's values for
 * details that the documents leave open, and texts that begin with `file:` name adjacent files. Open values that the
 * dialect lacks are omitted.
 */
export function fileContent(
  content: unknown,
  { open }: Pick<Dialect, 'open'>,
  fileOf: (name: string) => unknown,
): unknown {
  if (typeof content === 'string') {
    if (content.startsWith('open:')) return open[content.slice('open:'.length) as OpenValue]
    return content.startsWith('file:') ? fileOf(content.slice('file:'.length)) : content
  }
  if (Array.isArray(content)) return content.map((one) => fileContent(one, { open }, fileOf))
  if (typeof content !== 'object' || content === null) return content
  return Object.fromEntries(
    Object.entries(content).flatMap(([name, value]) => {
      const memberContent = fileContent(value, { open }, fileOf)
      return memberContent === undefined ? [] : [[name, memberContent]]
    }),
  )
}
