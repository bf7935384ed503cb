import type { ElectionCase } from './model.ts'

/** Courses that once came out otherwise than the documents say, by what they are about. */
export const kept: Readonly<Record<string, ElectionCase>> = {}
