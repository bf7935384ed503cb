import { selection } from './selection.ts'

selection()
