import { main } from '../program/main.ts'
import { cloudControllerManager } from './program.ts'

export const run = (onStart: () => void) => main(cloudControllerManager, onStart)
