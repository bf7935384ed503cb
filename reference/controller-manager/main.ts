import { main } from '../program/main.ts'
import { controllerManager } from './program.ts'

void main(controllerManager)
