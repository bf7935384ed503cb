import { main } from '../program/main.ts'
import { nodeAgent } from './program.ts'

export const run = (onStart: () => void) => main(nodeAgent, onStart)
