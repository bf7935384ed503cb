import type { Dialect } from './dialect.ts'
import { kubernetes } from './kubernetes.ts'
import { orch } from './orch.ts'

export const dialects: Readonly<Record<string, Dialect>> = { orch, kubernetes }
export type { Capability, Deviation, Dialect, OpenValue, Role } from './dialect.ts'
