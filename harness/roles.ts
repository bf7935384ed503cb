/** What is known of a program by its role alone. */
interface ProgramRow {
  /** How messages call it. */
  readonly name: string
  /** Its file name in the documents' own spelling; its reference has the same. */
  readonly file: string
  /** The parts of the documents that may be claimed of it; none of a program that no rule judges. */
  readonly profiles: readonly string[]
}

/** The programs of a control plane, a row each. */
export const programs = {
  apiserver: {
    name: 'API server',
    file: 'orch-apiserver',
    profiles: ['apiserver-configuration', 'apiserver-flags', 'apiserver-states'],
  },
  'controller-manager': {
    name: 'controller manager',
    file: 'orch-controller-manager',
    profiles: ['controller-manager'],
  },
  'cloud-controller-manager': {
    name: 'cloud controller manager',
    file: 'cloud-controller-manager',
    profiles: ['cloud-controller-manager'],
  },
  'node-agent': { name: 'node agent', file: 'orchlet', profiles: ['node-agent'] },
  etcd: { name: 'etcd', file: 'etcd', profiles: [] },
} as const satisfies Readonly<Record<string, ProgramRow>>

/** The role of a program. */
export type Role = keyof typeof programs

/** The roles, as command lines and target files spell them. */
export const roles = Object.keys(programs) as readonly Role[]

/** The roles that rules judge; the store is a peer of theirs. */
export const judgedRoles = roles.filter((role) => programs[role].profiles.length > 0)

/** How messages call the program of a role: `API server`. */
export const roleNames = Object.fromEntries(roles.map((role) => [role, programs[role].name])) as Readonly<
  Record<Role, string>
>

/** Whether a word is a role, as command lines and target files spell them. */
export function isRole(word: string): word is Role {
  return Object.hasOwn(programs, word)
}
