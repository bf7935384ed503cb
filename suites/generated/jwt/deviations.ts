/** Known deviations of dialects in reading tokens. */
export const deviations = {
  'null is an empty text': 'A claim that is null counts as the empty text where a text is asked for.',
  'exp may be a text': 'A text of digits is taken for the time of exp.',
  'an empty text is a group': 'An empty text as claim of the groups is a group of its own.',
} as const

/** Name of a known deviation. */
export type Deviation = keyof typeof deviations

/** Deviations of each dialect. The documents' own dialect has none. */
export const deviationsOf: Readonly<Record<string, readonly Deviation[]>> = {
  kubernetes: ['null is an empty text', 'exp may be a text', 'an empty text is a group'],
}
