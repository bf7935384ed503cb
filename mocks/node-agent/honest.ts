/** Returns the honest log of a container. */
export function logOf({ namespace, pod, container }: LogPlace): string {
  return `${namespace}/${pod}/${container} has nothing to tell\n`
}

/** Container whose log is requested. */
export interface LogPlace {
  readonly namespace: string
  readonly pod: string
  readonly container: string
}
