import { acceptedTogether } from '../../../shared/accepted-together.ts'

export const acceptsFlags = acceptedTogether()
