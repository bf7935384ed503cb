import { main } from '../program/main.ts'
import { controllerManager } from './program.ts'

export const run = (onStart: () => void) => main(controllerManager, onStart)
