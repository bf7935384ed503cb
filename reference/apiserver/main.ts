import { main } from '../program/main.ts'
import { apiServer } from './program.ts'

await main(apiServer)
