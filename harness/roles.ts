/** The programs of a control plane, by role. */
export const roles = [
  'apiserver',
  'controller-manager',
  'cloud-controller-manager',
  'node-agent',
  'etcd',
] as const
/** One of the roles. */
export type Role = (typeof roles)[number]

/** The roles that rules judge; the store is a peer of theirs. */
export const judgedRoles = roles.filter((role) => role !== 'etcd')

/** How messages call the program of a role: `API server`. */
export const roleNames: Readonly<Record<Role, string>> = {
  apiserver: 'API server',
  'controller-manager': 'controller manager',
  'cloud-controller-manager': 'cloud controller manager',
  'node-agent': 'node agent',
  etcd: 'etcd',
}

/** Whether a word is a role, as command lines and target files spell them. */
export function isRole(word: string): word is Role {
  return (roles as readonly string[]).includes(word)
}
