import { main } from '../program/main.ts'
import { apiServer } from './program.ts'

export const run = (onStart: () => void) => main(apiServer, onStart)
