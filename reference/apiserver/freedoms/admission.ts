/** What the documents leave open about admission. */
export const admissionFreedoms = {
  'plugin-in-both-lists-is-off': 'a plugin that is enabled and disabled is off',
} as const
