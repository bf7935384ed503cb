/** Common part of the rules of this group. Each check waits for its separate leases, so checks overlap. */
export const electionSource = {
  document: 2,
  section: 'GenericControllerManagerConfiguration',
  capability: 'leader-leases',
  overlaps: true,
} as const

/** Id of a rule about leader election. */
export const id = (name: string) => `manager.generic.leader-election.${name}`
