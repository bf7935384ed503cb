import { everyList, userNamesOnly } from './world.ts'

export const servers = [everyList(), userNamesOnly()] as const
