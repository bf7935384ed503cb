import { main } from '../program/main.ts'
import { nodeAgent } from './program.ts'

await main(nodeAgent)
