import { main } from '../program/main.ts'
import { nodeAgent } from './program.ts'

void main(nodeAgent)
