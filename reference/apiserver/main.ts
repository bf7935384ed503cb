import { main } from '../program/main.ts'
import { apiServer } from './program.ts'

void main(apiServer)
