import type { JwtCase } from './model.ts'

/** Cases that once came out otherwise than the documents say, by what they are about. */
export const kept: Readonly<Record<string, JwtCase>> = {}
