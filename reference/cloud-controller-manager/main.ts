import { main } from '../program/main.ts'
import { cloudControllerManager } from './program.ts'

void main(cloudControllerManager)
