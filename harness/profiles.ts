import type { Source } from './catalogue.ts'
import { programs, type Role } from './roles.ts'

/** One of the parts of the documents that an implementation may claim, each as a whole. */
export type Profile = (typeof programs)[Role]['profiles'][number]
/** All of them, program by program. */
export const profiles: readonly Profile[] = Object.values(programs).flatMap(({ profiles: own }) => own)

// What document 3 says of the API server's life, beside its flags.
const stateSections = new Set(['States and transitions', 'Endpoints'])

/** The program that a rule judges where it does not say so: the one that its document is about. */
export function usualProgram({ document }: Pick<Source, 'document'>): Role {
  return document === 2 ? 'controller-manager' : 'apiserver'
}

/** The profile of a rule that does not name one. */
export function usualProfile({ document, section }: Source, program: Role): Profile {
  const own: readonly Profile[] = programs[program].profiles
  const [only] = own
  if (only !== undefined && own.length === 1) return only
  if (document === 1) return 'apiserver-configuration'
  return stateSections.has(section) ? 'apiserver-states' : 'apiserver-flags'
}

/** Whether a word is a profile, as command lines spell them. */
export function isProfile(word: string): word is Profile {
  return (profiles as readonly string[]).includes(word)
}
