import { serverWithAllLists, userNamesOnly } from './fixture.ts'

export const servers = [serverWithAllLists(), userNamesOnly()] as const
