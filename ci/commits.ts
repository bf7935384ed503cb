// Form of commit subjects; CONTRIBUTING describes it.

/** Maximum length of a subject. Most tools cut longer subjects. */
export const maxSubjectLength = 72

const subjectPattern =
  /^(?:build|chore|ci|docs|feat|fix|perf|refactor|revert|style|test)(?:\([^)]+\))?: (\w+)/

/** Words in place of a verb in the imperative: articles, pronouns, and verbs with an ending. */
const nonImperativePattern =
  /^(?:a|an|the|it|its|this|that|these|those|what|who|which|whether|how|when|where|no|all|each|every|\w+(?:ed|ing)|\w+[^s]s)$/i

/** Verbs in the imperative that `nonImperativePattern` matches by their ending. */
const imperativeVerbs = new Set([
  'embed',
  'need',
  'feed',
  'seed',
  'speed',
  'shed',
  'bring',
  'string',
  'focus',
  'alias',
])

/** Returns the defects of a commit subject, in words. */
export function defectsOf(subject: string): string[] {
  const verb = subjectPattern.exec(subject)?.[1]
  return [
    ...(subject.length > maxSubjectLength ? [`has ${subject.length} of ${maxSubjectLength} characters`] : []),
    ...(verb === undefined ? ['has another form than `type(place): verb …`'] : []),
    ...(verb !== undefined && nonImperativePattern.test(verb) && !imperativeVerbs.has(verb)
      ? [`begins with "${verb}", which is no verb in the imperative`]
      : []),
  ]
}
