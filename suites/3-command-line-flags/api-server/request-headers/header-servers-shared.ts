import { everyList, userNamesOnly } from './fixture.ts'

export const servers = [everyList(), userNamesOnly()] as const
