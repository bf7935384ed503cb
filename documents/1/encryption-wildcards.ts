import { formerly, type NamedCases } from '#kit/tables.ts'
/** Kind of the overlap of two wildcards. */
type Overlap = 'same' | 'all-and-core' | 'all-and-group'

/** Two wildcards that may be neither in one list nor in two entries. */
export interface OverlappingPair {
  readonly overlap: Overlap
  readonly wildcards: readonly [string, string]
}

/** Overlapping wildcards, by their description. */
export const overlappingPairs: NamedCases<OverlappingPair> = {
  'the same wildcard for a group': { overlap: 'same', wildcards: ['*.apps', '*.apps'] },
  'the wildcard for the core group twice': { overlap: 'same', wildcards: ['*.', '*.'] },
  'the wildcard for all resources twice': formerly('the wildcard for all twice', {
    overlap: 'same',
    wildcards: ['*.*', '*.*'],
  }),
  'the wildcard for all resources before the wildcard for the core group': formerly(
    'the wildcard for all before that for the core group',
    {
      overlap: 'all-and-core',
      wildcards: ['*.*', '*.'],
    },
  ),
  'the wildcard for all resources after the wildcard for the core group': formerly(
    'the wildcard for all behind that for the core group',
    {
      overlap: 'all-and-core',
      wildcards: ['*.', '*.*'],
    },
  ),
  'the wildcard for all resources before the wildcard for a group': formerly(
    'the wildcard for all before that for a group',
    { overlap: 'all-and-group', wildcards: ['*.*', '*.apps'] },
  ),
  'the wildcard for all resources after the wildcard for a group': formerly(
    'the wildcard for all behind that for a group',
    { overlap: 'all-and-group', wildcards: ['*.apps', '*.*'] },
  ),
}

/** Kinds of overlaps, each of which is a violation in generated files. */
export const overlaps: readonly Overlap[] = ['same', 'all-and-core', 'all-and-group']
