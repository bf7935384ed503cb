import type { Source } from './catalogue.ts'
import { programs, type Role } from './roles.ts'

/** A part of the documents that an implementation may claim as a whole. */
export type Profile = (typeof programs)[Role]['profiles'][number]
/** All profiles, program by program. */
export const profiles: readonly Profile[] = Object.values(programs).flatMap(({ profiles: own }) => own)

// Sections of document 3 about the lifecycle of the API server, in addition to its flags.
const stateSections = new Set(['States and transitions', 'Endpoints'])

/** Returns the program that a rule tests by default: the subject of its document. */
export function defaultProgram({ document }: Pick<Source, 'document'>): Role {
  return document === 2 ? 'controller-manager' : 'apiserver'
}

/** Returns the profile of a rule that does not name one. */
export function defaultProfile({ document, section }: Source, program: Role): Profile {
  const programProfiles: readonly Profile[] = programs[program].profiles
  const [only] = programProfiles
  if (only !== undefined && programProfiles.length === 1) return only
  if (document === 1) return 'apiserver-configuration'
  return stateSections.has(section) ? 'apiserver-states' : 'apiserver-flags'
}

/** Reports whether a word is the name of a profile on the command line. */
export function isProfile(word: string): word is Profile {
  return (profiles as readonly string[]).includes(word)
}
