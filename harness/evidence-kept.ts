/** Of which checks a run may keep evidence: of all, or of those that are red by themselves. */
export const evidenceKept = ['all', 'red'] as const
/** One of them. */
export type EvidenceKept = (typeof evidenceKept)[number]
