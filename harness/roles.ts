/** Static facts of a program, by role. */
interface ProgramRow {
  /** Name in messages. */
  readonly name: string
  /** File name in the documents' own spelling; the reference program has the same name. */
  readonly file: string
  /** Parts of the documents that the program may claim; empty if no rule tests the program. */
  readonly profiles: readonly string[]
}

/** Programs of a control plane, a row each. */
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

/** All roles, as command lines and target files spell them. */
export const roles = Object.keys(programs) as readonly Role[]

/** Roles that rules test. The store is only a peer of these programs. */
export const judgedRoles = roles.filter((role) => programs[role].profiles.length > 0)

/** Names of the programs in messages, by role: `API server`. */
export const roleNames = Object.fromEntries(roles.map((role) => [role, programs[role].name])) as Readonly<
  Record<Role, string>
>

/** Reports whether a word is a role, as command lines and target files spell them. */
export function isRole(word: string): word is Role {
  return Object.hasOwn(programs, word)
}
